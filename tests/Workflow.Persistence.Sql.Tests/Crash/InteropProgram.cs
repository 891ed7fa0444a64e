extern alias WorkflowLegacy;
using System.Globalization;
using WorkflowLegacy::Workflow.Interop.Legacy.Activities;
using WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime;
using LegacyActivity = WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel.Activity;
using LegacyCode = WorkflowLegacy::Workflow.Interop.Legacy.Activities.CodeActivity;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// The process of the tests of WF3 activities in new workflows. It runs a workflow to its next wait, reports the steps, and waits until the test kills it.
/// </summary>
internal static class InteropProgram
{
    public const string Mode = "interop";

    /// <summary>The words with which the output lines of the process begin: a step of the WF3 activity, or the end with the trace.</summary>
    public const string Step = "step", Ended = "ended";

    /// <summary>
    /// Runs the process. The arguments are the mode, the file, the minutes that are added to the clock, and 'start', 'due', or the id of the instance to
    /// resume.
    /// </summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        OffsetTimeProvider clock = new(TimeSpan.FromMinutes(double.Parse(arguments[2], CultureInfo.InvariantCulture)));
        SqlInstanceStoreOptions options = new() { TimeProvider = clock };
        await using SqlInstanceStore store = new(
            Microsoft.Data.Sqlite.SqliteFactory.Instance.CreateDataSource(
                new Microsoft.Data.Sqlite.SqliteConnectionStringBuilder { DataSource = arguments[1], Pooling = false }.ToString()),
            options);
        Variable<string> trace = new("trace");
        WorkflowApplication application = new(new Workflow.Statements.Sequence
        {
            Variables = { trace },
            Activities =
            {
                new WorkflowLegacy::Workflow.Statements.Interop
                {
                    ActivityType = typeof(Parcel),
                    ActivityProperties = { ["TraceOut"] = new OutArgument<string>(trace) }
                },
                new Said { Trace = trace },
            },
        })
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Persist,
        };
        application.Extensions.Add<TimeProvider>(clock);
        switch (arguments[3])
        {
            case "start":
                application.Run();
                break;
            case "due":
                await application.LoadRunnableAsync();
                application.Run();
                break;
            default:
                await application.LoadAsync(Guid.Parse(arguments[3]));
                await application.ResumeBookmarkAsync("answer", 42);
                break;
        }

        await application.Completion;
        return 0;
    }

    private sealed class Said : CodeActivity
    {
        public InArgument<string> Trace { get; set; } = null!;

        protected override void Execute(CodeActivityContext context) => Console.Out.WriteLine($"{Ended} {Trace.Get(context)}");
    }
}

/// <summary>A WF3 activity that waits for a timer, and then for an answer.</summary>
public sealed class Parcel : SequenceActivity
{
    public static readonly DependencyProperty TraceProperty = DependencyProperty.Register(nameof(Trace), typeof(string), typeof(Parcel));

    public Parcel()
    {
        Activities.Add(Code("packed"));
        Activities.Add(new DelayActivity("delay") { TimeoutDuration = TimeSpan.FromHours(1) });
        Activities.Add(Code("sent"));
        Activities.Add(new Answer());
        Activities.Add(Code("closed"));
    }

    public string Trace
    {
        get => (string?)GetValue(TraceProperty) ?? string.Empty;
        set => SetValue(TraceProperty, value);
    }

    private LegacyCode Code(string name)
    {
        LegacyCode code = new(name);
        code.ExecuteCode += OnCode;
        return code;
    }

    private void OnCode(object? sender, EventArgs e)
    {
        LegacyActivity code = (LegacyActivity)sender!;
        ((Parcel)code.Parent!).Trace += $"{code.Name} ";
        Console.Out.WriteLine($"{InteropProgram.Step} {code.Name}");
    }
}

/// <summary>A WF3 activity that waits for an item in a queue.</summary>
public sealed class Answer : LegacyActivity, IActivityEventListener<QueueEventArgs>
{
    void IActivityEventListener<QueueEventArgs>.OnEvent(object sender, QueueEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        WorkflowQueuingService queues = context.GetService<WorkflowQueuingService>()!;
        ((Parcel)Parent!).Trace += $"answer={queues.GetWorkflowQueue("answer").Dequeue()} ";
        queues.DeleteWorkflowQueue("answer");
        context.CloseActivity();
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        executionContext.GetService<WorkflowQueuingService>()!.CreateWorkflowQueue("answer", true).RegisterForQueueItemAvailable(this);
        return ActivityExecutionStatus.Executing;
    }
}
