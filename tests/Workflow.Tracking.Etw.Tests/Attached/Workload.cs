using System.Diagnostics.Tracing;
using System.Globalization;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Tracking.Etw.Tests.Attached;

/// <summary>
/// The program that a consumer attaches to. It runs uncounted instances until a session listens, then the given number of counted instances,
/// and ends when no session listens any more.
/// </summary>
internal static class Workload
{
    public const string Ready = "ready";
    public const string Done = "done";
    public const string Unwatched = "unwatched";

    /// <summary>The display name of the counted instances. The instances before have another name.</summary>
    public const string Counted = "Counted";

    private const int AtOnce = 50;

    public static async Task<int> Main(string[] arguments)
    {
        int count = int.Parse(arguments[0], CultureInfo.InvariantCulture);
        Watched participant = new() { ApplicationReference = "workload" };
        EventSource provider = EventSource.GetSources().Single(source => source.Name == "Workflow-Tracking");
        WorkflowInvoker before = Invoker("Before", participant), counted = Invoker(Counted, participant);
        Console.WriteLine(Ready);
        while (!participant.HasSeenAStart)
        {
            await before.InvokeAsync();
        }

        for (int done = 0; done < count; done += AtOnce)
        {
            await Task.WhenAll(Enumerable.Range(0, AtOnce).Select(_ => counted.InvokeAsync()));
        }

        Console.WriteLine(Done);
        while (provider.IsEnabled())
        {
            await Task.Yield();
        }

        Console.WriteLine(Unwatched);
        return 0;
    }

    private static WorkflowInvoker Invoker(string name, EtwTrackingParticipant participant)
    {
        WorkflowInvoker invoker = new(Definition(name));
        invoker.Extensions.Add(participant);
        return invoker;
    }

    private static Sequence Definition(string name)
    {
        Variable<int> total = new("total");
        return new Sequence
        {
            DisplayName = name,
            Variables = { total },
            Activities =
            {
                new Assign<int> { To = total, Value = 7 },
                new Elsewhere { DisplayName = "Elsewhere" },
                new If(context => total.Get(context) > 1)
                {
                    Then = new Report { Total = total },
                },
                new Elsewhere { DisplayName = "Elsewhere again" },
            },
        };
    }

    /// <summary>
    /// A participant that records whether it got the start of an instance. The provider is already enabled shortly before the participant gets all records,
    /// so that IsEnabled is no sufficient condition.
    /// </summary>
    private sealed class Watched : EtwTrackingParticipant
    {
        private volatile bool _hasSeenAStart;

        public bool HasSeenAStart => _hasSeenAStart;

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
            base.Track(record, timeout);
            _hasSeenAStart |= record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Started };
        }
    }

    /// <summary>An activity that continues on another thread, so that instances interleave and change threads.</summary>
    private sealed class Elsewhere : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => await Task.Yield();
    }

    private sealed class Report : CodeActivity
    {
        public required InArgument<int> Total { get; init; }

        protected override void Execute(CodeActivityContext context) =>
            context.Track(new CustomTrackingRecord("total") { Data = { ["total"] = Total.Get(context) } });
    }
}
