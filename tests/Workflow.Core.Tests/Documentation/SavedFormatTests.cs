using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using Workflow.Core.Tests.Runtime.Snapshots;
using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.Snapshots;

namespace Workflow.Core.Tests.Documentation;

/// <summary>Proves that saved-format.md describes exactly the members that the library writes, and that the golden files contain its examples.</summary>
[Rule("7.5.3")]
public sealed partial class SavedFormatTests
{
    private static readonly string Page = File.ReadAllText(Checkout.PathOf("docs/reference/saved-format.md"));

    private static readonly Assembly Library = typeof(Activity).Assembly;

    [Fact]
    public void Members_Writable_AreThoseOfThePage()
    {
        string[] written = [.. MembersOfTheRuntime().Concat(MembersOfParts()).Append("checksum").Distinct().Order(StringComparer.Ordinal)];
        Assert.True(written.Length > 80, "The members of the library were not found.");
        Assert.Equal(written, FirstColumn().Where(name => name[0] != '@').Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Tags_Writable_AreThoseOfThePage() => Assert.Equal(
        Constants(typeof(EncodedValueWriter), "Tag").Order(StringComparer.Ordinal), FirstColumn().Where(name => name[0] == '@').Order(StringComparer.Ordinal));

    [Fact]
    public void Words_Writable_AreOnThePage()
    {
        IEnumerable<string> words = SavedEnumNames.FinalStates.All.Select(pair => pair.Word)
            .Concat(SavedEnumNames.Preparation.All.Select(pair => pair.Word))
            .Concat(SavedEnumNames.Work.All.Select(pair => pair.Word))
            .Concat(Enum.GetValues<Statements.CompensationState>().Select(Statements.CompensationStates.WordOf));
        Assert.All(words, word => Assert.Contains($"`{word}`", Page, StringComparison.Ordinal));
    }

    [Fact]
    public void Examples_OfThePage_AreInGoldenFiles()
    {
        string[] files = [.. new GoldenDefinitions(new Log()).All().Keys.Select(name => Encoding.UTF8.GetString(GoldenFileTests.Read(name)))];
        string[] examples = [.. Example().Matches(Page).Select(match => match.Groups[1].Value.TrimEnd())];
        Assert.True(examples.Length > 8, "The examples of the page were not found.");
        Assert.All(examples, example => Assert.True(Array.Exists(files, file => file.Contains(example, StringComparison.Ordinal)), example));
    }

    /// <summary>Returns the constants that name members in the formats of the runtime.</summary>
    private static IEnumerable<string> MembersOfTheRuntime()
    {
        Type[] types = [.. Library.GetTypes().Where(type => type.Namespace == typeof(SnapshotWriter).Namespace)];
        IEnumerable<string> kinds = types
            .Where(type => type.IsSubclassOf(typeof(ObjectFormat)))
            .Select(type => ((ObjectFormat)Activator.CreateInstance(type)!).Key);
        return types.SelectMany(type => Constants(type, "Key")).Concat(kinds);
    }

    /// <summary>Returns the members that activities write for their own objects with a <see cref="StateWriter"/>, found in the source text.</summary>
    private static IEnumerable<string> MembersOfParts() =>
        Directory.EnumerateFiles(Checkout.PathOf("Workflow.Core"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => StateMember().Matches(File.ReadAllText(file)))
            .Select(match => match.Groups[1].Value);

    private static IEnumerable<string> Constants(Type type, string suffix) =>
        type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            .Where(field => field is { IsLiteral: true } && field.FieldType == typeof(string) && field.Name.EndsWith(suffix, StringComparison.Ordinal))
            .Select(field => (string)field.GetRawConstantValue()!);

    private static IEnumerable<string> FirstColumn() => Row().Matches(Page).Select(match => match.Groups[1].Value);

    [GeneratedRegex("^\\| `([^`]+)` \\|", RegexOptions.Multiline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Row();

    [GeneratedRegex("```json\n(.*?)```", RegexOptions.Singleline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Example();

    [GeneratedRegex("writer\\.Write(?:Number|Flag|Word|Values?)\\(\"(\\w+)\"", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex StateMember();
}
