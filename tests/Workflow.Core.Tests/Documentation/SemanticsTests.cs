using System.Reflection;
using System.Text.RegularExpressions;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Documentation;

/// <summary>
/// Checks the rule numbers of semantics.md: each number identifies one rule, a test cites each rule, and each citation in code, tests and documents
/// names an existing rule or section.
/// </summary>
public sealed partial class SemanticsTests
{
    private const string Document = "docs/reference/semantics.md";

    private static readonly string[] Numbers = [.. RuleNumber().Matches(File.ReadAllText(Checkout.PathOf(Document))).Select(match => match.Groups[1].Value)];

    private static readonly string[] Sections =
        [.. SectionNumber().Matches(File.ReadAllText(Checkout.PathOf(Document))).Select(match => match.Groups[1].Value)];

    [Fact]
    public void Rules_OfTheDocument_AreCitedByTests()
    {
        HashSet<string> cited = [.. TestedNumbers()];
        string[] uncited = [.. Numbers.Where(number => !cited.Contains(number))];
        Assert.True(uncited.Length == 0, $"No test cites these rules of {Document} with [Rule(\"...\")]: {string.Join(", ", uncited)}");
    }

    [Fact]
    public void Rules_OfTheDocument_AreFound()
    {
        Assert.Superset(new HashSet<string> { "1.1", "5.10", "7.5.1", "18.12" }, Numbers.ToHashSet());
        Assert.Superset(new HashSet<string> { "1", "22" }, Sections.ToHashSet());
    }

    [Fact]
    public void Numbers_OfTheDocument_AreUnique()
    {
        string[] repeated = [.. Numbers.GroupBy(number => number).Where(group => group.Count() > 1).Select(group => group.Key)];
        Assert.True(repeated.Length == 0, $"Several rules of {Document} have these numbers: {string.Join(", ", repeated)}");
    }

    [Fact]
    public void Numbers_OfTests_AreRules()
    {
        IEnumerable<string> tables = Sections.Where(section => !Array.Exists(Numbers, number => number.StartsWith($"{section}.", StringComparison.Ordinal)));
        string[] unknown = [.. TestedNumbers().Except(Numbers).Except(tables)];
        Assert.True(unknown.Length == 0, $"[Rule(\"...\")] cites numbers that {Document} does not have: {string.Join(", ", unknown)}");
    }

    [Fact]
    public void Numbers_InCodeAndDocuments_AreRulesOrSections()
    {
        HashSet<string> known = [.. Numbers, .. Sections];
        string[] unknown = [.. Citations().Where(citation => !known.Contains(citation.Number)).Select(citation => $"{citation.File}: {citation.Number}")];
        Assert.True(unknown.Length == 0, $"These citations name no rule and no section of {Document}: {string.Join("; ", unknown)}");
    }

    [Fact]
    public void Citations_InCodeAndDocuments_AreFound()
    {
        string[] files = [.. Citations().Select(citation => citation.File).Distinct()];
        Assert.Contains("docs/host/hosting.md", files);
        Assert.True(files.Length > 200, $"Only {files.Length} files cite rules.");
    }

    private static IEnumerable<string> TestedNumbers()
    {
        const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        return typeof(SemanticsTests).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(Declared).Prepend<MemberInfo>(type))
            .SelectMany(member => member.GetCustomAttributes<RuleAttribute>(inherit: false))
            .Select(rule => rule.Number)
            .Distinct();
    }

    private static IEnumerable<(string File, string Number)> Citations() =>
        from file in Checkout.Files(["Workflow.Core", "Workflow.Persistence.Sql", "Workflow.Tracking.Etw", "samples", "tests"], ".cs")
            .Concat(Checkout.Files(["docs"], ".md"))
        let citation = file.EndsWith(".md", StringComparison.Ordinal) ? CitationInADocument() : CitationInCode()
        from Match match in citation.Matches(File.ReadAllText(Checkout.PathOf(file)))
        from Capture number in match.Groups["number"].Captures
        select (file, number.Value);

    [GeneratedRegex(@"^- \*\*(\d+(?:\.\d+)*)\*\*", RegexOptions.Multiline)]
    private static partial Regex RuleNumber();

    [GeneratedRegex(@"^## (\d+) ", RegexOptions.Multiline)]
    private static partial Regex SectionNumber();

    /// <summary>Matches "(rule 6.4)" and "rules 6.4, 7.2 and 16.1.1".</summary>
    [GeneratedRegex(@"\brules? (?<number>\d+(?:\.\d+)*)(?:(?:, | and | to )(?<number>\d+(?:\.\d+)*))*")]
    private static partial Regex CitationInCode();

    /// <summary>Matches "(6.4)" and "(7.2, 16.1.1)".</summary>
    [GeneratedRegex(@"\((?:see )?(?<number>\d+(?:\.\d+)*)(?:(?:, | and )(?<number>\d+(?:\.\d+)*))*\)")]
    private static partial Regex CitationInADocument();
}
