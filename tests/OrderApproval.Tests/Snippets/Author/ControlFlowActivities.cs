using System.Collections.ObjectModel;
using Workflow;

namespace OrderApproval.Tests.Snippets;

public sealed class Backwards : NativeActivity
{
    public Collection<Activity> Steps { get; } = [];

    protected override void Execute(NativeActivityContext context)
    {
        foreach (Activity step in Steps)
        {
            context.ScheduleActivity(step);
        }
    }
}

public sealed class RetryAtOnce : NativeActivity
{
    private readonly Variable<int> _failures = new("failures");

    [RequiredArgument]
    public InArgument<int> Attempts { get; set; } = null!;

    public Activity? Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_failures);
    }

    protected override void Execute(NativeActivityContext context) => Try(context);

    private void Try(NativeActivityContext context)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body, OnBodyCompleted, OnBodyFaulted);
        }
    }

    private void OnBodyFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        int failures = _failures.Get(faultContext) + 1;
        _failures.Set(faultContext, failures);
        if (failures < Attempts.Get(faultContext))
        {
            faultContext.HandleFault();
            faultContext.AbortChildInstance(propagatedFrom, propagatedException);
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State == ActivityInstanceState.Faulted && _failures.Get(context) < Attempts.Get(context))
        {
            Try(context);
        }
    }
}

public sealed class FirstOf<T> : NativeActivity<T>
{
    private readonly Variable<bool> _hasWinner = new("hasWinner");

    public Collection<ActivityFunc<T>> Candidates { get; } = [];

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_hasWinner);
    }

    protected override void Execute(NativeActivityContext context)
    {
        foreach (ActivityFunc<T> candidate in Candidates.Reverse())
        {
            context.ScheduleFunc(candidate, OnCandidate);
        }
    }

    protected override void Cancel(NativeActivityContext context)
    {
        context.CancelChildren();
        context.MarkCanceled();
    }

    private void OnCandidate(NativeActivityContext context, ActivityInstance completedInstance, T result)
    {
        bool isOpen = !_hasWinner.Get(context) && !context.IsCancellationRequested;
        if (isOpen && completedInstance.State == ActivityInstanceState.Closed)
        {
            _hasWinner.Set(context, true);
            context.SetValue(Result, result);
            context.CancelChildren();
        }
    }
}

public sealed class Gate : NativeActivity
{
    public Activity? Body { get; set; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("open", OnOpened);

    private void OnOpened(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}
