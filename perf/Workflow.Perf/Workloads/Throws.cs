using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates definitions in which an exception is thrown and caught.</summary>
internal static class Throws
{
    /// <summary>Creates a try around the shipped Throw, which passes on a new exception each time.</summary>
    public static TryCatch Shipped(Func<Activity> handler) => Around(
        new Throw { Exception = new InArgument<Exception>(static _ => new InvalidOperationException("It always fails.")) }, handler);

    public static TryCatch OfUser(Func<Activity> handler) => Around(new Fail(), handler);

    /// <summary>Creates a try that succeeds.</summary>
    public static TryCatch Nothing(Func<Activity> leaf) => Around(leaf(), leaf);

    private static TryCatch Around(Activity body, Func<Activity> handler) => new()
    {
        Try = body,
        Catches =
        {
            new Catch<InvalidOperationException>
            {
                Action = new ActivityAction<InvalidOperationException>
                {
                    Argument = new DelegateInArgument<InvalidOperationException>("caught"),
                    Handler = handler(),
                },
            },
        },
    };
}
