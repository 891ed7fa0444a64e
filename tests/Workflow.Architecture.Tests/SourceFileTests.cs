using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

public sealed class SourceFileTests
{
    private static readonly IReadOnlyList<SourceFile> All = SourceFile.All();

    [Fact]
    public void Files_OverTheLimit_HaveAReason()
    {
        Assert.NotEmpty(All);
        Report.None("A long file says why it is long.", SourceRules.TooLong(All));
    }

    [Fact]
    public void Files_OverTheLimitWithoutAReason_AreReported()
    {
        string[] filler = [.. Enumerable.Repeat("x", SourceRules.LongestFile)];
        Assert.Equal(
            [
                "late.cs has 406 lines and no comment 'over 400 lines because ...' in its first 5",
                "long.cs has 401 lines and no comment 'over 400 lines because ...' in its first 5"
            ],
            SourceRules.TooLong(
            [
                new("fits.cs", filler),
                new("late.cs", [.. filler[..5], "// Over 400 lines because it is late.", .. filler]),
                new("long.cs", ["x", .. filler]),
                new("reason.cs", ["// Over 400 lines because a table reads best whole.", .. filler]),
            ]));
    }

    [Fact]
    public void Folders_OfTheRepository_HaveFewFiles() =>
        Report.None($"A folder has at most {FolderSizes.Limit} C# files.", FolderSizes.Violations(All));

    [Fact]
    public void Folders_AboveTheLimit_AreReported() => Assert.Equal(
        ["Fuller has 34 files, and at most 30 may lie in it", "Full has 31 files, and at most 30 may lie in it"],
        FolderSizes.Violations([.. In("Full", 31), .. In("Small", 30), .. In("Full/Below", 30), .. In("Fuller", 34)]));

    [Fact]
    public void Files_OfTheRepository_HaveNoRegions() => Report.None("There are no regions.", SourceRules.Regions(All));

    [Fact]
    public void Files_WithRegions_AreReported() =>
        Assert.Equal(
            ["a.cs:1: #region Fields", "a.cs:3: #endregion"],
            SourceRules.Regions([new("a.cs", ["  #region Fields", "int _a;", "  #endregion", "// a #region"])]));

    [Fact]
    public void Files_OfTheRepository_HaveNoLeftoversWithoutIssue() =>
        Report.None("A comment that leaves work for later names its issue.", SourceRules.Leftovers(All));

    [Fact]
    public void Files_WithLeftovers_AreReported() => Assert.Equal(
        ["a.cs:1: // TODO: finish", "a.cs:3: // a HACK for now"],
        SourceRules.Leftovers([new("a.cs", ["// TODO: finish", "// TODO #12: finish", "  // a HACK for now", "string todo = \"TODO\";"])]));

    [Fact]
    public void Files_OfTheRepository_HaveNoCommentedOutCode() => Report.None("There is no commented-out code.", SourceRules.CommentedOutCode(All));

    [Theory]
    [InlineData("// Run(item);")]
    [InlineData("    // int count = 3;")]
    [InlineData("// count++;")]
    [InlineData("// }")]
    [InlineData("// if (ready)")]
    [InlineData("// foreach (int i in all) {")]
    [InlineData("// return null;")]
    public void Lines_ThatAreCommentedOutCode_AreReported(string line) => Assert.Single(SourceRules.CommentedOutCode([new("a.cs", [line])]));

    [Theory]
    [InlineData("// The queue is empty here; the next item comes from the inbox.")]
    [InlineData("// Not for the caller (it holds the lock);")]
    [InlineData("// if the owner is gone the bookmark is gone too")]
    [InlineData("/// <code>Run(item);</code>")]
    [InlineData("Run(item); // and on")]
    public void Lines_ThatAreProseOrCode_AreNotReported(string line) => Assert.Empty(SourceRules.CommentedOutCode([new("a.cs", [line])]));

    private static IEnumerable<SourceFile> In(string folder, int count) => Enumerable.Range(0, count).Select(i => new SourceFile($"{folder}/F{i}.cs", []));
}
