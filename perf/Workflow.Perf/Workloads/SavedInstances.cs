using System.Globalization;
using Workflow.Perf.Activities;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Instances that wait with a number of live activity instances, and the loops that save and load them in the store in memory.</summary>
internal static class SavedInstances
{
    /// <summary>
    /// Creates the workflow. For one live instance: an activity that waits. For more: a parallel activity whose branches are one activity that waits, and
    /// sequences with a variable and an activity that waits.
    /// </summary>
    public static Activity Waiting(int instances)
    {
        if (instances == 1)
        {
            return new NamedApproval("only");
        }

        Workflow.Statements.Parallel all = new() { Branches = { new NamedApproval("first") } };
        for (int i = 2; i < instances; i += 2)
        {
            all.Branches.Add(new Sequence
            {
                Variables = { new Variable<int>("count", i) },
                Activities = { new NamedApproval(string.Create(CultureInfo.InvariantCulture, $"approval {i}")), new Empty() },
            });
        }

        return all;
    }

    /// <summary>Returns a loop that saves an instance that stays in memory.</summary>
    public static Action<int> Saves(int instances)
    {
        WorkflowApplication application = Start(Waiting(instances));
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                application.PersistAsync().GetAwaiter().GetResult();
            }
        };
    }

    /// <summary>Returns a loop that loads an instance, and saves it again when it is unloaded.</summary>
    public static Action<int> RoundTrips(int instances)
    {
        Activity workflow = Waiting(instances);
        WorkflowApplication first = Start(workflow);
        InstanceStore store = first.InstanceStore!;
        Guid id = first.Id;
        first.UnloadAsync().GetAwaiter().GetResult();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                WorkflowApplication loaded = new(workflow) { InstanceStore = store, RunsInline = true };
                loaded.LoadAsync(id).GetAwaiter().GetResult();
                loaded.UnloadAsync().GetAwaiter().GetResult();
            }
        };
    }

    private static WorkflowApplication Start(Activity workflow)
    {
        InMemoryInstanceStore store = new();
        WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any).GetAwaiter().GetResult();
        WorkflowApplication application = new(workflow) { InstanceStore = store, RunsInline = true };

        // The resumption starts the instance, and is answered when the instance waits (rule 16.6), so the instance is saved at its bookmarks.
        application.ResumeBookmarkAsync("nothing").GetAwaiter().GetResult();
        application.PersistAsync().GetAwaiter().GetResult();
        return application;
    }
}
