using System.Diagnostics.Tracing;
using System.Globalization;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Tracking.Etw.Tests.Attached;

/// <summary>
/// The program that another process attaches to: runs instances that nobody watches until somebody does, then so many more, and ends when nobody does any
/// more.
/// </summary>
internal static class Workload
{
    public const string Ready = "ready";
    public const string Done = "done";
    public const string Unwatched = "unwatched";

    /// <summary>The display name of the instances that count; those before have another.</summary>
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

    /// <summary>Knows when it is asked from the start of an instance on: the provider is enabled a moment before all that follows from it is done.</summary>
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

    /// <summary>Goes on on another thread, so that instances interleave and change their threads.</summary>
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
