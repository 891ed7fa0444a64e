using Workflow.Perf.Activities;
using Workflow.Persistence;

namespace Workflow.Perf.Workloads;

/// <summary>An application that waits at many bookmarks, and the loop that resumes one after the other.</summary>
internal static class OpenBookmarks
{
    /// <param name="count">The number of bookmarks.</param>
    /// <param name="store">The store of the application, which has no reason to call it; null for none.</param>
    public static Action<int> Resumptions(int count, InstanceStore? store = null)
    {
        string[] names = [.. Enumerable.Range(0, count).Select(HoldBookmarks.NameOf)];
        WorkflowApplication application = new(new HoldBookmarks(count)) { RunsInline = true, InstanceStore = store };
        application.Run();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                BookmarkResumptionResult result = application.ResumeBookmarkAsync(names[i % names.Length], null).GetAwaiter().GetResult();
                if (result != BookmarkResumptionResult.Success)
                {
                    throw new InvalidOperationException($"The bookmark '{names[i % names.Length]}' was resumed with the answer '{result}'.");
                }
            }
        };
    }
}
