using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates a definition in which work is done and compensated.</summary>
internal static class Compensations
{
    public static Sequence Explicit(Func<Activity> leaf)
    {
        Variable<CompensationToken> token = new("token");
        return new Sequence
        {
            Variables = { token },
            Activities =
            {
                new CompensableActivity { Body = leaf(), CompensationHandler = leaf(), Result = token },
                new Compensate { Target = token },
            },
        };
    }
}
