namespace WorkflowService1;

/// <summary>The decision that a person sends to the workflow.</summary>
/// <param name="IsApproved">True if the subject is approved.</param>
/// <param name="By">The person who decided.</param>
public sealed record Decision(bool IsApproved, string By);

/// <summary>A workflow that waits for a decision, for seconds or for months. It waits in the database, so a restart of the process does not matter.</summary>
public sealed class Approval : Activity<string>
{
    public Approval()
    {
        Variable<Decision> decision = new("decision");
        Implementation = () => new Sequence
        {
            Variables = { decision },
            Activities =
            {
                new WaitForBookmark<Decision>("decide") { Result = decision },
                new Assign<string>
                {
                    To = new(context => Result!.Get(context)),
                    Value = new(
                        context => $"{Subject.Get(context)} was {(decision.Get(context)!.IsApproved ? "approved" : "refused")} by {decision.Get(context)!.By}"),
                },
            },
        };
    }

    [RequiredArgument]
    public InArgument<string> Subject { get; set; } = null!;
}
