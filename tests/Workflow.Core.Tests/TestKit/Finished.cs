using System.Diagnostics.CodeAnalysis;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Reads the result of a task that has ended. Never blocks.</summary>
internal static class Finished
{
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The task has ended, which is asserted.")]
    public static T ResultOf<T>(Task<T> task)
    {
        Assert.True(task.IsCompleted, "The task has not ended.");
        return task.GetAwaiter().GetResult();
    }
}
