using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Further workflows of the golden files: instances with queued items, and instances in rare states.</summary>
internal static class MoreGoldenDefinitions
{
    public static Workflow.Statements.Parallel Queued(Log log)
    {
        Probe resumer = new(log, "resumer");
        resumer.Body = context =>
        {
            context.ResumeBookmark(context.CreateBookmark(resumer.Resumed), new List<int> { 1 });
            context.CreateBookmark("open", resumer.Resumed, BookmarkOptions.MultipleResume);
        };
        return new Workflow.Statements.Parallel
        {
            Branches =
            {
                resumer,
                new Sequence { Activities = { new Persist(), new Wait(log, "A") } },
                new TryCatch
                {
                    Try = new Throw
                    {
                        Exception = new InArgument<Exception>(
                            _ => new AggregateException("all", new TimeoutException("one"), new InvalidOperationException("two")))
                    },
                    Catches = { new Catch<AggregateException> { Action = new ActivityAction<AggregateException> { Handler = new Wait(log, "B") } } },
                },
                new If { Condition = new InArgument<bool>(_ => true), Then = new Note(log, _ => "then") },
            },
        };
    }

    public static Workflow.Statements.Parallel Transacted(Log log) => new()
    {
        Branches =
        {
            new Workflow.Statements.TransactionScope { Body = new Note(log, _ => "in a transaction") },
            new Workflow.Statements.TransactionScope { Body = new Note(log, _ => "in another") },
            new CompensableActivity { Body = new Wait(log, "A"), CompensationHandler = new Wait(log, "undo") },
            new Sequence { Activities = { new Persist(), new Wait(log, "B") } },
        },
    };

    /// <summary>An instance that is saved at the end of its transaction and received a cancel request during the transaction.</summary>
    public static Sequence Committing(Log log)
    {
        Variable<RuntimeTransactionHandle> handle = new("transaction");
        Probe scope = new(log, "scope", new Wait(log, "work")) { PrivateVariables = { handle } };
        scope.Body = context =>
        {
            RuntimeTransactionHandle own = handle.Get(context);
            context.Properties.Add(own.ExecutionPropertyName, own);
            own.RequestTransactionContext(context, CallState, (Action<NativeActivityTransactionContext>)(inside =>
            {
                inside.SetRuntimeTransaction(new System.Transactions.CommittableTransaction());
                scope.Schedule(inside, scope.Children[0]);
            }));
        };
        scope.OnChild = (context, _) => handle.Get(context).CompleteTransaction(context, scope.Resumed);
        return new Sequence { Activities = { scope, new Note(log, _ => "never") } };
    }

    private static void CallState(NativeActivityTransactionContext context, object? state) => ((Action<NativeActivityTransactionContext>)state!)(context);

    /// <summary>A waiting confirmation handler, which runs as a secondary root.</summary>
    public static Sequence Undoing(Log log)
    {
        Variable<CompensationToken> token = new("token");
        return new Sequence
        {
            Variables = { token },
            Activities =
            {
                new CompensableActivity { Result = token, Body = new Note(log, _ => "done"), ConfirmationHandler = new Wait(log, "confirm") },
                new Confirm { Target = token },
            },
        };
    }

    /// <summary>An instance that has received a cancel request and has not yet ended.</summary>
    public static Sequence Canceling(Log log)
    {
        Probe late = new(log, "late");
        late.Body = context => context.CreateBookmark("late", late.Resumed);
        late.OnCancel = _ => { };
        late.OnResume = (context, _, _) => context.MarkCanceled();
        return new Sequence
        {
            Activities = { new Composite("composite", () => new Sequence { Activities = { late, new Note(log, _ => "never") } }), new Note(log, _ => "never") }
        };
    }

    /// <summary>An activity whose first argument is computed by an expression that waits.</summary>
    public static Probe Preparing(Log log)
    {
        Variable<int> variable = new("variable", 5);
        Probe probe = new(log, "probe")
        {
            Input = new InArgument<int>(new WaitFor<int>(log, "first")),
            SecondInput = new InArgument<int>(new Compute<int>(log, "second", _ => 2)),
            Variables = { variable }
        };
        probe.Body = context => log.Add($"{probe.Input.Get(context)} {probe.SecondInput.Get(context)} {variable.Get(context)}");
        return probe;
    }

    /// <summary>An activity whose variables hold a completed instance, an exception with all supported properties, and a result.</summary>
    public static Probe Ended(Log log)
    {
        Variable<ActivityInstance> ended = new("ended");
        Variable<Exception> failure = new("failure");
        Variable<int> sum = new("sum");
        Assign<int> assign = new() { To = sum, Value = new InArgument<int>(3) };
        Probe root = new(log, "root", assign) { PrivateVariables = { ended, failure }, Variables = { sum } };
        root.OnChild = (context, child) =>
        {
            ended.Set(context, child);
            failure.Set(
                context,
                new AggregateException("all", new TimeoutException("late") { HelpLink = "help", Source = "source" }) { Data = { ["key"] = 1 } });
            context.CreateBookmark("A", root.Resumed);
        };
        root.OnResume = (context, _, _) => log.Add($"{ended.Get(context).State} {failure.Get(context).InnerException!.Message}");
        return root;
    }
}
