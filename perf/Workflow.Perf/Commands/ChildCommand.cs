using System.Globalization;
using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Commands;

/// <summary>Runs the parts of the report that need their own process. Each part prints one line.</summary>
internal static class ChildCommand
{
    /// <summary>The arguments that select the hand-written counterpart and the workflow.</summary>
    public const string ByHand = "by-hand", Workflow = "workflow";

    /// <summary>The start of the line that a child prints if this machine cannot run the measurement.</summary>
    public const string Skipped = "skipped: ";

    /// <summary>The line of a child that has no result.</summary>
    private const string Done = "done";

    private const int InstancesAtOnce = 64;

    public static int Run(string[] args)
    {
        switch (args)
        {
            case ["memory", string form, string workload, string seconds]:
                Print(Memory(IsByHand(form), workload, Seconds(seconds)));
                return 0;
            case ["definitions", string form, string count]:
                Print(Definitions(IsByHand(form), Number(count)));
                return 0;
            case ["host-latency", string kind, string seconds]:
                Console.WriteLine(Latency(Kind(kind), Seconds(seconds)));
                return 0;
            case ["host-memory", string count]:
                Print(HostMemory(Number(count)));
                return 0;
            case ["host-fill", string file, string count]:
                new HostedInstances(Database.CreateInFile(file), TimeSpan.Zero).StartWaiting(Number(count), InstancesAtOnce);
                Console.WriteLine(Done);
                return 0;
            case ["host-found", string file]:
                Print(HostFound(file));
                return 0;
            case ["host-definitions", string count]:
                Console.WriteLine(Activation.Measure(Number(count)).ToLine());
                return 0;
            case ["latency", string form, string activities]:
                FirstRun(IsByHand(form), Number(activities));
                return 0;
            case ["collect", string process, string file]:
                EventConsumer.Collect(Number(process), "Workflow-Tracking", file);
                return 0;
            default:
                throw new UsageException("The verb 'child' is for the processes that 'report' starts.");
        }
    }

    private static Footprint Memory(bool byHand, string id, TimeSpan duration)
    {
        MemoryWorkload workload = MemoryWorkload.All.Single(workload => workload.Id == id);
        return Footprint.After(duration, byHand ? workload.ByHand().Run : Invoke(workload.Workflow()));
    }

    private static Action Invoke(Activity workflow) => () => WorkflowInvoker.Invoke(workflow);

    /// <summary>Creates definitions, each a sequence with one empty activity, runs each of them once, and keeps all of them.</summary>
    private static Footprint Definitions(bool byHand, int count)
    {
        object[] kept = new object[count];
        for (int i = 0; i < count; i++)
        {
            if (byHand)
            {
                StepSequence step = StepSequence.OfEmpty(1);
                step.Run();
                kept[i] = step;
            }
            else
            {
                Activity workflow = Sequences.Of(1);
                WorkflowInvoker.Invoke(workflow);
                kept[i] = workflow;
            }
        }

        return Footprint.Now(count, kept);
    }

    private static string Latency(DatabaseKind kind, TimeSpan duration)
    {
        try
        {
            return StartLatency.Measure(kind, duration).ToLine();
        }
        catch (SkippedException missing)
        {
            return Skipped + missing.Message;
        }
    }

    /// <summary>Measures a host that has started a number of instances, all of which wait in its database.</summary>
    private static Footprint HostMemory(int count)
    {
        HostedInstances host = new(Database.Create(DatabaseKind.Sqlite), TimeSpan.Zero);
        host.StartWaiting(count, InstancesAtOnce);
        return Footprint.Now(count, host);
    }

    /// <summary>Measures a host that finds the waiting instances in its database when it starts, and runs one more.</summary>
    private static Footprint HostFound(string file)
    {
        HostedInstances host = new(Database.CreateInFile(file), TimeSpan.Zero);
        host.StartAsync(definition: 0).GetAwaiter().GetResult();
        return Footprint.Now(host.CountWaiting(), host);
    }

    private static void FirstRun(bool byHand, int activities)
    {
        if (byHand)
        {
            StepSequence.OfEmpty(activities).Run();
        }
        else
        {
            WorkflowInvoker.Invoke(Sequences.Of(activities));
        }

        Console.WriteLine(Done);
    }

    private static void Print(Footprint footprint) => Console.WriteLine(footprint.ToLine());

    private static bool IsByHand(string form) => form switch
    {
        ByHand => true,
        Workflow => false,
        _ => throw new UsageException($"'{form}' is neither '{Workflow}' nor '{ByHand}'."),
    };

    private static DatabaseKind Kind(string text) =>
        Enum.TryParse(text, out DatabaseKind kind) ? kind : throw new UsageException($"'{text}' is no kind of database.");

    private static TimeSpan Seconds(string text) => TimeSpan.FromSeconds(double.Parse(text, CultureInfo.InvariantCulture));

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
