namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// A native activity that a test controls: logs every call and then runs the delegate of the test. The callbacks are methods of the activity, as rule 1.10
/// requires, and call the delegates.
/// </summary>
/// <remarks>Without <see cref="Body"/> the activity schedules its children in the order of the list, so the last one runs first (rule 1.2).</remarks>
internal sealed class Probe : NativeActivity
{
    private readonly Log _log;

    public Probe(Log log, string name, params Activity[] children)
    {
        _log = log;
        DisplayName = name;
        Children = [.. children];
    }

    public List<Activity> Children { get; }

    public List<Variable> Variables { get; } = [];

    public List<Variable> PrivateVariables { get; } = [];

    public List<ActivityDelegate> Delegates { get; } = [];

    public InArgument<int>? Input { get; set; }

    public InArgument<int>? SecondInput { get; set; }

    public OutArgument<int>? Output { get; set; }

    public bool MayWait { get; init; } = true;

    public Action<NativeActivityContext>? Body { get; set; }

    public Action<NativeActivityContext, ActivityInstance>? OnChild { get; set; }

    public Action<NativeActivityFaultContext, Exception, ActivityInstance>? OnFault { get; set; }

    /// <summary>Replaces the default <c>Cancel</c>. The delegate can call the default with <see cref="CancelByDefault"/>.</summary>
    public Action<NativeActivityContext>? OnCancel { get; set; }

    public Action<NativeActivityAbortContext>? OnAbort { get; set; }

    public Action<NativeActivityContext, Bookmark, object?>? OnResume { get; set; }

    public CompletionCallback ChildCompleted => HandleChild;

    public FaultCallback ChildFaulted => HandleFault;

    public BookmarkCallback Resumed => HandleResumption;

    protected override bool CanInduceIdle => MayWait;

    /// <summary>Schedules a child with the logging callback.</summary>
    public ActivityInstance Schedule(NativeActivityContext context, Activity child) => context.ScheduleActivity(child, HandleChild);

    /// <summary>Schedules a child with both logging callbacks.</summary>
    public ActivityInstance ScheduleGuarded(NativeActivityContext context, Activity child) => context.ScheduleActivity(child, HandleChild, HandleFault);

    public void CancelByDefault(NativeActivityContext context) => base.Cancel(context);

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (RuntimeArgument argument in metadata.GetArgumentsWithReflection())
        {
            metadata.AddArgument(argument);
        }

        Children.ForEach(metadata.AddChild);
        Variables.ForEach(metadata.AddVariable);
        PrivateVariables.ForEach(metadata.AddImplementationVariable);
        Delegates.ForEach(metadata.AddDelegate);
    }

    protected override void Execute(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} executes");
        if (Body is not null)
        {
            Body(context);
        }
        else
        {
            Children.ForEach(child => Schedule(context, child));
        }
    }

    protected override void Cancel(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} cancels");
        (OnCancel ?? CancelByDefault)(context);
    }

    protected override void Abort(NativeActivityAbortContext context)
    {
        _log.Add($"{DisplayName} aborts");
        OnAbort?.Invoke(context);
    }

    private void HandleChild(NativeActivityContext context, ActivityInstance completedInstance)
    {
        _log.Add($"{DisplayName} < {completedInstance.Activity.DisplayName} {completedInstance.State}");
        OnChild?.Invoke(context, completedInstance);
    }

    private void HandleFault(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        _log.Add($"{DisplayName} ! {propagatedException.Message} from {faultContext.Source.Activity.DisplayName}");
        OnFault?.Invoke(faultContext, propagatedException, propagatedFrom);
    }

    private void HandleResumption(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        _log.Add($"{DisplayName} @ {bookmark.Name} {value}");
        OnResume?.Invoke(context, bookmark, value);
    }
}
