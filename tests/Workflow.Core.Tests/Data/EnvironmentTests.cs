using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The enclosing scopes that an activity sees in <c>CacheMetadata</c>.</summary>
[Rule("4.8")]
public sealed class EnvironmentTests
{
    private readonly Log _log = new();

    [Fact]
    public void Environment_OfARoot_IsEmpty()
    {
        Declares root = null!;
        root = new Declares("root", metadata =>
        {
            Assert.Same(root, metadata.Environment.Root);
            Assert.Null(metadata.Environment.Parent);
            Assert.Empty(metadata.Environment.GetLocationReferences());
            Assert.False(metadata.Environment.TryGetLocationReference("any", out LocationReference? found));
            Assert.Null(found);
        });
        Definitions.AssertValid(root);
    }

    [Fact]
    public void Environment_OfAChild_HoldsPublicVariablesInnermostFirst()
    {
        Variable<int> outer = new("name"), inner = new("name"), other = new("other"), hidden = new("hidden");
        Declares child = new("child", metadata =>
        {
            Assert.Equal([inner], metadata.Environment.GetLocationReferences());
            Assert.True(metadata.Environment.TryGetLocationReference("name", out LocationReference? found) && ReferenceEquals(inner, found));
            Assert.True(metadata.Environment.TryGetLocationReference("other", out found) && ReferenceEquals(other, found));
            Assert.False(metadata.Environment.TryGetLocationReference("hidden", out _));
            Assert.True(metadata.Environment.IsVisible(outer) && metadata.Environment.IsVisible(inner));
            Assert.False(metadata.Environment.IsVisible(hidden));
        });
        Probe parent = new(_log, "parent", child) { Variables = { inner }, PrivateVariables = { hidden }, Input = 1 };
        Definitions.AssertValid(new Sequence { Variables = { outer, other }, Activities = { parent } });
    }

    [Fact]
    public void Environment_InsideAnImplementation_HoldsOnlyItsArguments()
    {
        Variable<int> outer = new("outer");
        Composite composite = new("composite", () => new Declares("inside", metadata =>
        {
            Assert.Equal(["Input", "Output"], metadata.Environment.GetLocationReferences().Select(reference => reference.Name!).Order(StringComparer.Ordinal));
            Assert.False(metadata.Environment.IsVisible(outer));
        }));
        Definitions.AssertValid(new Sequence { Variables = { outer }, Activities = { composite } });
    }
}
