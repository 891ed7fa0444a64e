using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>A native activity that executes a plan, and logs every call that it receives.</summary>
internal sealed class Host(Stage stage, HostPlan plan) : NativeActivity
{
    private readonly Variable<int> _next = new();
    private readonly Variable<Bookmark?> _waiting = new();

    public List<Activity> Children { get; } = [];

    public List<Variable> Variables { get; } = [];

    public ActivityFunc<int, int> Handler { get; } = new();

    public Activity<int>? Question { get; set; }

    public Activity? Foreign { get; set; }

    public InArgument<int> Input { get; set; } = new();

    public OutArgument<int> Output { get; set; } = new();

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (RuntimeArgument argument in metadata.GetArgumentsWithReflection())
        {
            metadata.AddArgument(argument);
        }

        Children.ForEach(metadata.AddChild);
        Variables.ForEach(metadata.AddVariable);
        metadata.AddChild(Question);
        metadata.AddDelegate(Handler);
        metadata.AddImplementationVariable(_next);
        metadata.AddImplementationVariable(_waiting);
    }

    protected override void Execute(NativeActivityContext context)
    {
        Say(context, $"executes, input {Input.Get(context)}, output was {Output.Get(context)}, next was {_next.Get(context)}");
        Output.Set(context, Input.Get(context) + 1);
        switch (plan.Order)
        {
            case ScheduleOrder.OneByOne:
                ScheduleNext(context);
                break;
            case ScheduleOrder.Reverse:
                Children.AsEnumerable().Reverse().ToList().ForEach(child => Schedule(context, child));
                break;
            case ScheduleOrder.Twice:
                Children.Concat(Children).ToList().ForEach(child => Schedule(context, child));
                break;
            case ScheduleOrder.WithoutCallbacks:
                Children.ForEach(child => stage.Keep(context.ScheduleActivity(child)));
                break;
            default:
                Children.ForEach(child => Schedule(context, child));
                break;
        }

        Act(context, plan.AtStart);
    }

    protected override void Cancel(NativeActivityContext context)
    {
        Say(context, $"cancels, requested {context.IsCancellationRequested}");
        switch (plan.AtCancel)
        {
            case CancelAct.Default:
                base.Cancel(context);
                break;
            case CancelAct.Children:
                context.CancelChildren();
                break;
            case CancelAct.ChildrenAndMark:
                context.CancelChildren();
                context.MarkCanceled();
                break;
            case CancelAct.ScheduleAndDefault:
                ScheduleNext(context);
                base.Cancel(context);
                break;
            case CancelAct.DefaultAndSchedule:
                base.Cancel(context);
                ScheduleNext(context);
                break;
            case CancelAct.RemoveBookmarksAndMark:
                context.RemoveAllBookmarks();
                context.MarkCanceled();
                break;
            case CancelAct.Throw:
                throw new FaultC($"{DisplayName} in Cancel");
        }
    }

    protected override void Abort(NativeActivityAbortContext context)
    {
        stage.Add($"{DisplayName}#{context.ActivityInstanceId} aborts: {context.Reason?.Message}");
        if (plan.AbortThrows)
        {
            throw new FaultC($"{DisplayName} in Abort");
        }
    }

    private void Act(NativeActivityContext context, HostAct act)
    {
        switch (act)
        {
            case HostAct.Throw:
                throw new FaultB($"{DisplayName} throws");
            case HostAct.ScheduleNext:
                ScheduleNext(context);
                break;
            case HostAct.ScheduleHandler when TakeTurn(context):
                stage.Keep(context.ScheduleFunc(Handler, 40, OnHandler, OnFaultOrNull));
                break;
            case HostAct.ScheduleHandlerByName when TakeTurn(context):
                Dictionary<string, object?> inputs = new(StringComparer.Ordinal) { ["Argument"] = 41 };
                stage.Keep(context.ScheduleDelegate(Handler, inputs, OnHandlerByName, OnFaultOrNull));
                break;
            case HostAct.ScheduleQuestion when Question is not null && TakeTurn(context):
                stage.Keep(context.ScheduleActivity(Question, OnAnswer, OnFaultOrNull));
                break;
            case HostAct.ScheduleWithOverride when Children.Count > 0 && TakeTurn(context):
                Dictionary<string, object?> overrides = new(StringComparer.Ordinal) { ["Left"] = 50, ["Input"] = 51, ["Amount"] = 52 };
                stage.Keep(context.ScheduleActivity(Children[0], OnChild, OnFaultOrNull, overrides));
                break;
            case HostAct.ScheduleForeign when Foreign is not null:
                context.ScheduleActivity(Foreign);
                break;
            case HostAct.CancelChildren:
                context.CancelChildren();
                break;
            case HostAct.CancelFirst when context.GetChildren() is { Count: > 0 } children:
                context.CancelChild(children[0]);
                break;
            case HostAct.CancelLast when context.GetChildren() is { Count: > 0 } children:
                context.CancelChild(children[^1]);
                break;
            case HostAct.AbortFirst when context.GetChildren() is { Count: > 0 } children:
                context.AbortChildInstance(children[0], new FaultA("aborted"));
                Say(context, $"aborted #{children[0].Id} {children[0].State}");
                break;
            case HostAct.AbortLast when context.GetChildren() is { Count: > 0 } children:
                context.AbortChildInstance(children[^1]);
                Say(context, $"aborted #{children[^1].Id} {children[^1].State}");
                break;
            case HostAct.AbortWorkflow:
                context.Abort(new FaultC($"{DisplayName} aborts the workflow"));
                break;
            case HostAct.AbortWorkflowAndThrow:
                context.Abort();
                throw new FaultB($"{DisplayName} throws");
            case HostAct.MarkCanceled:
                context.MarkCanceled();
                break;
            case HostAct.ListChildren:
                Say(context, $"children [{string.Join(", ", context.GetChildren().Select(child => $"{child.Activity.DisplayName}#{child.Id}"))}]");
                break;
            case HostAct.CancelWorkflow:
                stage.Running!.Cancel();
                break;
            case HostAct.KeepContext:
                stage.Keep(DisplayName, context);
                break;
            default:
                ActOnBookmarks(context, act);
                break;
        }
    }

    private void ActOnBookmarks(NativeActivityContext context, HostAct act)
    {
        switch (act)
        {
            case HostAct.Wait when TakeTurn(context):
                Outstanding(context, context.CreateBookmark(OnResumed));
                break;
            case HostAct.WaitByName:
                // A second bookmark of the same name at the same time is a fault.
                Outstanding(context, context.CreateBookmark(DisplayName, OnResumed));
                break;
            case HostAct.WaitOften when TakeTurn(context):
                Bookmark often = context.CreateBookmark(OnResumed, BookmarkOptions.MultipleResume);
                Outstanding(context, often);
                Outstanding(context, often);
                break;
            case HostAct.WaitLoosely when TakeTurn(context):
                Outstanding(context, context.CreateBookmark(OnResumed, BookmarkOptions.NonBlocking));
                break;
            case HostAct.ResumeOwn when TakeTurn(context):
                Say(context, $"resumes its own: {context.ResumeBookmark(context.CreateBookmark(OnResumed), "own")}");
                break;
            case HostAct.ResumeOwnTwice when TakeTurn(context):
                Bookmark twice = context.CreateBookmark(OnResumed, BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking);
                Say(context, $"resumes its own: {context.ResumeBookmark(twice, "1")} {context.ResumeBookmark(twice, "2")}");
                break;
            case HostAct.RemoveBookmarks:
                context.RemoveAllBookmarks();
                break;
        }
    }

    private void Outstanding(NativeActivityContext context, Bookmark bookmark)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        _waiting.Set(context, bookmark);
        stage.AddOutstanding(label, () => stage.Add($"{label}: {stage.Running!.Resume(bookmark, 9)}"));
    }

    /// <summary>Returns true at most four times per instance: limits the activities that callbacks schedule, so that a run ends.</summary>
    private bool TakeTurn(NativeActivityContext context)
    {
        int next = _next.Get(context);
        _next.Set(context, next + 1);
        return next < 4;
    }

    private void ScheduleNext(NativeActivityContext context)
    {
        int next = _next.Get(context);
        if (next < Children.Count)
        {
            _next.Set(context, next + 1);
            ActivityInstance child = Schedule(context, Children[next]);
            Say(context, $"scheduled {Children[next].DisplayName}#{child.Id} {child.State}");
        }
    }

    private ActivityInstance Schedule(NativeActivityContext context, Activity child)
    {
        ActivityInstance instance = context.ScheduleActivity(child, OnChild, OnFaultOrNull);
        stage.Keep(instance);
        return instance;
    }

    private FaultCallback? OnFaultOrNull => plan.AtFault == FaultAct.NoHandler ? null : OnFault;

    private void OnChild(NativeActivityContext context, ActivityInstance completedInstance)
    {
        Say(context, $"< {completedInstance.Activity.DisplayName}#{completedInstance.Id} {completedInstance.State}, next {_next.Get(context)}");
        Output.Set(context, Output.Get(context) + 1);
        if (plan.Order == ScheduleOrder.OneByOne)
        {
            ScheduleNext(context);
        }

        Act(context, plan.AtChild);
    }

    private void OnAnswer(NativeActivityContext context, ActivityInstance completedInstance, int result)
    {
        Say(context, $"< answer {result} from #{completedInstance.Id} {completedInstance.State}");
        Act(context, plan.AtChild);
    }

    private void OnHandler(NativeActivityContext context, ActivityInstance completedInstance, int result)
    {
        Say(context, $"< handler yields {result}, #{completedInstance.Id} {completedInstance.State}");
        Act(context, plan.AtChild);
    }

    private void OnHandlerByName(NativeActivityContext context, ActivityInstance completedInstance, IDictionary<string, object?> outArguments)
    {
        string outputs = string.Join(", ", outArguments.Select(pair => $"{pair.Key}={pair.Value}"));
        Say(context, $"< handler yields [{outputs}], #{completedInstance.Id} {completedInstance.State}");
        Act(context, plan.AtChild);
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        Say(context, $"@ {bookmark.Name} {value}, same {ReferenceEquals(bookmark, _waiting.Get(context))}");
        Act(context, plan.AtResume);
    }

    private void OnFault(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        stage.Keep(propagatedFrom);
        Say(faultContext, $"! {propagatedException.GetType().Name} '{propagatedException.Message}' by {faultContext.Source.Activity.DisplayName}#{faultContext.Source.Id} out of {propagatedFrom.Activity.DisplayName}#{propagatedFrom.Id} {propagatedFrom.State}");
        switch (plan.AtFault)
        {
            case FaultAct.Handle:
                faultContext.HandleFault();
                break;
            case FaultAct.HandleAndCancel:
                faultContext.HandleFault();
                faultContext.CancelChildren();
                break;
            case FaultAct.HandleAndSchedule:
                faultContext.HandleFault();
                ScheduleNext(faultContext);
                break;
            case FaultAct.HandleAndAbort:
                faultContext.HandleFault();
                Act(faultContext, HostAct.AbortFirst);
                break;
            case FaultAct.HandleAndThrow:
                faultContext.HandleFault();
                throw new FaultC($"{DisplayName} in its fault callback");
            case FaultAct.PassAndCancel:
                faultContext.CancelChildren();
                break;
            case FaultAct.Throw:
                throw new FaultC($"{DisplayName} in its fault callback");
        }
    }

    private void Say(NativeActivityContext context, string what) => stage.Add($"{DisplayName}#{context.ActivityInstanceId} {what}");
}
