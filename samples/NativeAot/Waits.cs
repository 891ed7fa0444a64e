using System.Globalization;
using System.Text;
using Workflow;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;

namespace NativeAot;

/// <summary>
/// Workflows that wait in a store: for a time, for an event of a state machine, in the middle of a collection, after a transaction, before a compensation, and
/// for a message. Each instance is loaded by another application object.
/// </summary>
internal sealed class Waits(InMemoryInstanceStore store)
{
    public async Task RunAsync()
    {
        InstanceOwnerOptions options = new() { Name = "native", Filter = WorkflowIdentityFilter.Any };
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, options, CancellationToken.None);
        await WaitForTimeAsync(new Delay { Duration = TimeSpan.FromMilliseconds(20) });
        await ResumeAsync("state machine", Machine(), 1, 2);
        await ResumeAsync("collections", Collections(), 1, 2, 3);
        await ResumeAsync("failures", Failures(), 1);
        await ResumeAsync("transaction", new Sequence { Activities = { new TransactionScope { Body = new Enlist() }, new WaitForWeight() } }, 1);
        await ResumeAsync("compensation", Compensation(), 1);
        await ReceiveAsync(new WaitForWeight());
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store, CancellationToken.None);
    }

    private async Task WaitForTimeAsync(Activity delay)
    {
        await StartAsync(delay);
        await store.WaitForRunnableAsync(store.DefaultOwner!, CancellationToken.None);
        WorkflowApplication second = Prepare(delay);
        await second.LoadRunnableAsync(CancellationToken.None);
        second.Run();
        Console.WriteLine($"timer: {(await second.Completion).State}");
    }

    private async Task ResumeAsync(string name, Activity workflow, params int[] values)
    {
        Guid id = await StartAsync(workflow);
        foreach (int value in values)
        {
            WorkflowApplication application = Prepare(workflow);
            await application.LoadAsync(id);
            await application.ResumeBookmarkAsync(WaitForWeight.Bookmark, value);
            Console.WriteLine($"{name}: {await EndAsync(application)}");
        }
    }

    private async Task ReceiveAsync(Activity workflow)
    {
        Guid id = await StartAsync(workflow);
        byte[] content = Encoding.UTF8.GetBytes("42");
        await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = WaitForWeight.Bookmark, Content = content }, CancellationToken.None);
        WorkflowApplication application = Prepare(workflow);
        await application.LoadAsync(id);
        IReadOnlyList<StoredMessage> messages = await store.ReceiveAsync(store.DefaultOwner!, new MessageQuery(id, 10), CancellationToken.None);
        application.ReceiveMessages(
            [.. messages.Select(static message => new ReceivedMessage(message, int.Parse(message.Content.Span, CultureInfo.InvariantCulture)))]);
        application.Run();
        Console.WriteLine($"message: {(await application.Completion).Outputs["Result"]}");
    }

    private static StateMachine Machine()
    {
        State done = new() { DisplayName = "done", IsFinal = true };
        State second = new() { DisplayName = "second", Transitions = { new Transition { DisplayName = "to done", Trigger = new WaitForWeight(), To = done } } };
        State first =
            new() { DisplayName = "first", Transitions = { new Transition { DisplayName = "to second", Trigger = new WaitForWeight(), To = second } } };
        return new StateMachine { States = { first, second, done }, InitialState = first };
    }

    private static Sequence Collections()
    {
        Variable<List<string>> names = new("names", _ => new List<string> { "one", "two", "three" });
        Variable<Dictionary<string, int>> counts = new("counts", _ => new Dictionary<string, int> { ["a"] = 1 });
        Variable<HashSet<Guid>> ids = new("ids", _ => new HashSet<Guid> { Guid.Empty });
        Variable<IReadOnlyList<int>> numbers = new("numbers", _ => new int[] { 4, 5 });
        Variable<Queue<DateTime>> times = new("times", _ => new Queue<DateTime>([DateTime.UnixEpoch]));
        Variable<object> anything = new("anything", _ => new object[] { 1, "two", 3m });
        Variable<int> sum = new("sum"), weight = new("weight");
        DelegateInArgument<string> name = new("name");
        return new Sequence
        {
            Variables = { names, counts, ids, numbers, times, anything, sum, weight },
            Activities =
            {
                new ForEach<string>
                {
                    Values = new InArgument<IEnumerable<string>>(context => names.Get(context)),
                    Body = new ActivityAction<string>
                    {
                        Argument = name,
                        Handler = new Sequence
                        {
                            Activities =
                            {
                                new WaitForWeight { Result = weight },
                                new Assign<int> { To = sum, Value = new(context => sum.Get(context) + weight.Get(context) + name.Get(context).Length) },
                            },
                        },
                    },
                },
                new WriteLine
                {
                    Text = new(context =>
                        $"{sum.Get(context)} {counts.Get(context)["a"]} {ids.Get(context).Count} {numbers.Get(context)[1]} {times.Get(context).Peek().Year} {((object[])anything.Get(context)!)[1]}"),
                },
            },
        };
    }

    /// <summary>Creates a workflow that waits in the handler of an exception. The exception is saved with the instance.</summary>
    private static TryCatch Failures()
    {
        DelegateInArgument<Exception> caught = new("caught");
        return new TryCatch
        {
            Try = new Throw { Exception = new InArgument<Exception>(_ => new TimeoutException("late")) },
            Catches =
            {
                new Catch<Exception>
                {
                    Action = new ActivityAction<Exception>
                    {
                        Argument = caught,
                        Handler = new Sequence { Activities = { new WaitForWeight(), new WriteLine { Text = new(context => caught.Get(context).Message) } } },
                    },
                },
            },
        };
    }

    /// <summary>Creates a workflow that undoes its work after a wait. The token of the work is saved with the instance.</summary>
    private static Sequence Compensation()
    {
        Variable<CompensationToken> booking = new("booking");
        return new Sequence
        {
            Variables = { booking },
            Activities =
            {
                new CompensableActivity
                {
                    Body = new WriteLine { Text = "booked" },
                    CompensationHandler = new WriteLine { Text = "canceled" },
                    Result = booking,
                },
                new WaitForWeight(),
                new Compensate { Target = booking },
            },
        };
    }

    private async Task<Guid> StartAsync(Activity workflow)
    {
        WorkflowApplication application = Prepare(workflow);
        application.Run();
        string end = await EndAsync(application);
        return end == "waits" ? application.Id : throw new InvalidOperationException($"'{workflow.DisplayName}' {end} instead of waiting in the store.");
    }

    private static async Task<string> EndAsync(WorkflowApplication application)
    {
        try
        {
            return (await application.Completion).State.ToString();
        }
        catch (WorkflowApplicationUnloadedException)
        {
            return "waits";
        }
    }

    private WorkflowApplication Prepare(Activity workflow) =>
        new(workflow) { InstanceStore = store, PersistableIdle = static _ => PersistableIdleAction.Unload };
}
