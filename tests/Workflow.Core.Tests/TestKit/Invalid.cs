using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Asserts that definitions are invalid.</summary>
internal static class Invalid
{
    /// <summary>Asserts that an activity below another root is invalid, with errors that contain the texts.</summary>
    public static void AssertBelowARoot(Activity activity, params string[] texts) => AssertRoot(new Probe(new Log(), "root", activity), texts);

    public static void AssertRoot(Activity root, params string[] texts)
    {
        InvalidWorkflowException refusal = Assert.Throws<InvalidWorkflowException>(() => FrozenDefinition.Of(root));
        Assert.All(texts, text => Assert.Contains(text, refusal.Message, StringComparison.Ordinal));
    }
}
