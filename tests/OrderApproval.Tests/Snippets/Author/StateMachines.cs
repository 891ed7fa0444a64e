using Workflow;
using Workflow.Expressions;
using Workflow.Hosting;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class WaitFor : NativeActivity
{
    [RequiredArgument]
    public InArgument<string> Event { get; set; } = null!;

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Event.Get(context));
}

public sealed class Events : IWorkflowInstanceExtension
{
    private WorkflowInstanceProxy? _instance;

    public IEnumerable<object>? GetAdditionalExtensions() => null;

    public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

    public async Task<bool> SendAsync(string name) =>
        await _instance!.ResumeBookmarkAsync(new Bookmark(name), null) == BookmarkResumptionResult.Success;
}

/// <summary>The code of docs/author/state-machines.md.</summary>
internal static class StateMachines
{
    public static Activity Order()
    {
        State closed = new() { DisplayName = "Closed", IsFinal = true, Entry = Say("closed") };
        State paid = new()
        {
            DisplayName = "Paid",
            Entry = Say("packing"),
            Transitions =
            {
                new Transition { Trigger = new WaitFor { Event = "shipped" }, Action = Say("thank you"), To = closed },
            },
        };
        State open = new()
        {
            DisplayName = "Open",
            Entry = Say("waiting for the money"),
            Exit = Say("no longer open"),
            Transitions =
            {
                new Transition { Trigger = new WaitFor { Event = "paid" }, To = paid },
                new Transition { Trigger = new Delay { Duration = TimeSpan.FromDays(14) }, Action = Say("too late"), To = closed },
            },
        };
        return new StateMachine { InitialState = open, States = { open, paid, closed } };
    }

    public static Activity Login()
    {
        Variable<int> failures = new("failures");
        State inside = new() { DisplayName = "Inside", IsFinal = true, Entry = Say("welcome") };
        State locked = new() { DisplayName = "Locked", IsFinal = true, Entry = Say("locked") };
        Activity attempt = new WaitFor { Event = "wrong password" };
        State outside = new()
        {
            DisplayName = "Outside",
            Transitions =
            {
                new Transition { Trigger = new WaitFor { Event = "right password" }, To = inside },
                new Transition
                {
                    Trigger = attempt,
                    Condition = new LambdaValue<bool>(context => failures.Get(context) >= 2),
                    To = locked,
                },
            },
        };
        outside.Transitions.Add(new Transition
        {
            Trigger = attempt,
            Condition = new LambdaValue<bool>(_ => true),
            Action = new Assign<int> { To = failures, Value = new(context => failures.Get(context) + 1) },
            To = outside,
        });
        return new StateMachine { Variables = { failures }, InitialState = outside, States = { outside, inside, locked } };
    }

    public static Activity ThreeAttempts(Activity<bool> attempt)
    {
        Variable<int> attempts = new("attempts");
        FlowDecision succeeded = new(attempt) { DisplayName = "Succeeded?" };
        FlowDecision again = new(context => attempts.Get(context) < 3) { DisplayName = "Once more?" };
        FlowStep count = new() { Action = new Assign<int> { To = attempts, Value = new(context => attempts.Get(context) + 1) } };

        count.Next = succeeded;
        succeeded.True = new FlowStep { Action = Say("done") };
        succeeded.False = again;
        again.True = count;
        again.False = new FlowStep { Action = Say("gave up") };
        return new Flowchart { Variables = { attempts }, StartNode = count };
    }

    public static Activity Answer() => new Pick
    {
        Branches =
        {
            new PickBranch { Trigger = new WaitFor { Event = "answer" }, Action = Say("answered") },
            new PickBranch { Trigger = new Delay { Duration = TimeSpan.FromHours(1) }, Action = Say("nobody answered") },
        },
    };

    private static WriteLine Say(string text) => new() { Text = text };
}
