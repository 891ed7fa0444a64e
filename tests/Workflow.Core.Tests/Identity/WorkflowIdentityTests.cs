namespace Workflow.Core.Tests.Identity;

public sealed class WorkflowIdentityTests
{
    private static readonly Version One = new(1, 2, 3, 4);

    [Theory]
    [InlineData("Order", null, null, "Order")]
    [InlineData("Order", "1.2.3.4", null, "Order; Version=1.2.3.4")]
    [InlineData("Order", "1.2", "Shop", "Order; Version=1.2; Package=Shop")]
    [InlineData("Order", null, "a; b=c", "Order; Package=a; b=c")]
    [InlineData("", null, "", "; Package=")]
    [InlineData("Version 2", null, null, "Version 2")]
    public void Parse_ToString_RoundTrips(string name, string? version, string? package, string text)
    {
        WorkflowIdentity identity = new(name, version is null ? null : Version.Parse(version), package);
        Assert.Equal(text, identity.ToString());
        Assert.Equal(identity, WorkflowIdentity.Parse(text));
        Assert.True(WorkflowIdentity.TryParse(text, out WorkflowIdentity? read));
        Assert.Equal((identity.Name, identity.Version, identity.Package), (read.Name, read.Version, read.Package));
    }

    [Theory]
    [InlineData("  Order ;version = 1.0 ;  PACKAGE =  Shop ")]
    [InlineData("Order;Version=1.0;Package=Shop")]
    public void Parse_IgnoresSpaceAndCase(string text) => Assert.Equal(new WorkflowIdentity("Order", new Version(1, 0), "Shop"), WorkflowIdentity.Parse(text));

    [Theory]
    [InlineData("Order; Version=one")]
    [InlineData("Order; Version=")]
    [InlineData("Order; Version=1.0; Pack=Shop")]
    [InlineData("Order; Owner=me")]
    [InlineData("Order; Version 1.0")]
    [InlineData("Or\u0007der")]
    [InlineData("Order; Package=\u0000a")]
    public void Parse_InvalidText_ThrowsFormatException(string text)
    {
        Assert.Contains($"'{text}'", Assert.Throws<FormatException>(() => WorkflowIdentity.Parse(text)).Message, StringComparison.Ordinal);
        Assert.False(WorkflowIdentity.TryParse(text, out WorkflowIdentity? identity));
        Assert.Null(identity);
    }

    [Fact]
    public void Parse_Null_Throws()
    {
        Assert.Throws<ArgumentNullException>(() => WorkflowIdentity.Parse(null!));
        Assert.False(WorkflowIdentity.TryParse(null, out _));
    }

    /// <summary>A store would return an unpaired surrogate as another character. Attributes cannot contain one, so the texts are in the method.</summary>
    [Fact]
    public void Identity_UnpairedSurrogate_IsRefused()
    {
        foreach (string text in new[] { "\uD83D", "a\uDE00b", "\uDE00\uD83D" })
        {
            Assert.Contains("surrogate", Assert.Throws<ArgumentException>(() => new WorkflowIdentity(text, null, null)).Message, StringComparison.Ordinal);
            Assert.Throws<ArgumentException>(() => new WorkflowIdentity("a", null, text));
            Assert.False(WorkflowIdentity.TryParse(text, out _));
        }

        Assert.Equal("\U0001F600", new WorkflowIdentity("\U0001F600", null, null).Name);
    }

    [Theory]
    [InlineData("a;b", "p")]
    [InlineData(" a", "p")]
    [InlineData("a", "p ")]
    [InlineData("a\n", "p")]
    [InlineData("a", "p\tq")]
    public void Parts_InvalidCharacters_AreRefused(string name, string package) =>
        Assert.Throws<ArgumentException>(() => new WorkflowIdentity(name, null, package));

    [Fact]
    public void Name_IsNeverNull()
    {
        Assert.Throws<ArgumentNullException>(() => new WorkflowIdentity(null!, null, null));
        Assert.Equal((string.Empty, null, null), (new WorkflowIdentity().Name, new WorkflowIdentity().Version, new WorkflowIdentity().Package));
    }

    [Fact]
    public void Equals_ComparesAllParts()
    {
        WorkflowIdentity identity = new("a", One, "p");
        Assert.Equal(identity, new WorkflowIdentity { Name = "a", Version = new Version(1, 2, 3, 4), Package = "p" });
        Assert.Equal(identity.GetHashCode(), new WorkflowIdentity("a", One, "p").GetHashCode());
        Assert.NotEqual(identity, new WorkflowIdentity("A", One, "p"));
        Assert.NotEqual(identity, new WorkflowIdentity("a", new Version(1, 2, 3), "p"));
        Assert.NotEqual(identity, new WorkflowIdentity("a", One, null));
        Assert.False(identity.Equals((object)"a"));
    }

    [Fact]
    public void VersionMismatch_NamesBothDefinitions()
    {
        WorkflowIdentity expected = new("new", One, null);
        VersionMismatchException mismatch = new(expected, null);
        Assert.Equal((expected, null), (mismatch.ExpectedVersion, mismatch.ActualVersion));
        Assert.Contains("'new; Version=1.2.3.4'", mismatch.Message, StringComparison.Ordinal);
        Assert.Contains("without identity", mismatch.Message, StringComparison.Ordinal);
    }
}
