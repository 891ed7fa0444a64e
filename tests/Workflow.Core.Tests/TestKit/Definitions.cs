using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Validates definitions without running them.</summary>
internal static class Definitions
{
    /// <summary>Validates and freezes a tree, as its first run does.</summary>
    public static Program Freeze(Activity root) => FrozenDefinition.Of(root);

    /// <summary>Returns the message for an invalid definition.</summary>
    public static string ErrorsOf(Activity root) => Assert.Throws<InvalidWorkflowException>(() => FrozenDefinition.Of(root)).Message;

    public static void AssertValid(Activity root) => Assert.NotNull(FrozenDefinition.Of(root));

    /// <summary>Asserts that the definition has exactly one error, which contains each of the texts.</summary>
    public static void AssertInvalid(Activity root, params string[] texts)
    {
        string message = ErrorsOf(root);
        Assert.Equal(2, message.Split('\n').Length);
        Assert.All(texts, text => Assert.Contains(text, message, StringComparison.Ordinal));
    }
}
