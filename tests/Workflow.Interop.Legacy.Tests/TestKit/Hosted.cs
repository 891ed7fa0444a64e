extern alias WorkflowCore;

using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Statements;
using NewActivity = WorkflowCore::Workflow.Activity;
using NewInterop = Workflow.Statements.Interop;
using Parallel = WorkflowCore::Workflow.Statements.Parallel;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Shortens new workflows with legacy activities in tests.</summary>
public static class Hosted
{
    /// <summary>Returns an Interop activity for a legacy activity that writes into a trace.</summary>
    public static NewInterop Interop<T>(List<string> trace, string name = "interop")
        where T : TracedSequence
    {
        NewInterop interop = new() { DisplayName = name, ActivityType = typeof(T) };
        interop.ActivityProperties["Trace"] = new InArgument<List<string>>(_ => trace);
        return interop;
    }

    public static NewInterop With(this NewInterop interop, string name, Argument argument)
    {
        interop.ActivityProperties[name] = argument;
        return interop;
    }

    public static NewInterop WithMeta(this NewInterop interop, string name, object? value)
    {
        interop.ActivityMetaProperties[name] = value;
        return interop;
    }

    public static Sequence Sequence(params NewActivity[] activities)
    {
        Sequence sequence = new();
        Array.ForEach(activities, sequence.Activities.Add);
        return sequence;
    }

    public static Parallel Parallel(params NewActivity[] branches)
    {
        Parallel parallel = new();
        Array.ForEach(branches, parallel.Branches.Add);
        return parallel;
    }

    public static NewActivity Log(List<string> trace, string line) => new Step(trace, line);

    /// <summary>Runs an activity, and records an exception that the activity does not handle.</summary>
    public static TryCatch Try<T>(List<string> trace, NewActivity activity)
        where T : Exception
    {
        DelegateInArgument<T> exception = new("exception");
        return new TryCatch
        {
            Try = activity,
            Catches =
            {
                new Catch<T>
                {
                    Action = new ActivityAction<T> { Argument = exception, Handler = new Caught<T>(trace) { Exception = new InArgument<T>(exception) } }
                }
            },
        };
    }

    private sealed class Step(List<string> trace, string line) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => trace.Add(line);
    }

    private sealed class Caught<T>(List<string> trace) : CodeActivity
        where T : Exception
    {
        public InArgument<T>? Exception { get; init; }

        protected override void Execute(CodeActivityContext context) => trace.Add($"caught {Exception!.Get(context).Message}");
    }
}
