using System.Reflection;
using System.Text.RegularExpressions;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Documentation;

/// <summary>What docs/semantics.md promises is what tests prove: each of its rules is cited by one at least.</summary>
public sealed partial class SemanticsTests
{
    private const string Document = "docs/semantics.md";

    [Fact]
    public void Rules_OfTheDocument_AreCitedByTests()
    {
        HashSet<string> cited = [.. CitedNumbers()];
        string[] uncited = [.. PromisedNumbers().Where(number => !cited.Contains(number))];
        Assert.True(uncited.Length == 0, $"No test cites these rules of {Document} with [Rule(\"...\")]: {string.Join(", ", uncited)}");
    }

    [Fact]
    public void Rules_OfTheDocument_AreFound() => Assert.Superset(new HashSet<string> { "1.1", "5.10", "18" }, PromisedNumbers().ToHashSet());

    /// <summary>The numbers in the order of the document; a number with several items counts once.</summary>
    private static IEnumerable<string> PromisedNumbers() =>
        Number().Matches(File.ReadAllText(Checkout.PathOf(Document))).Select(match => match.Groups[1].Value).Distinct(StringComparer.Ordinal);

    private static IEnumerable<string> CitedNumbers()
    {
        const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        return typeof(SemanticsTests).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(Declared).Prepend<MemberInfo>(type))
            .SelectMany(member => member.GetCustomAttributes<RuleAttribute>(inherit: false))
            .Select(rule => rule.Number);
    }

    [GeneratedRegex(@"\*\*(\d+(?:\.\d+)?)\*\*")]
    private static partial Regex Number();
}
