using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>A native activity that executes its scripts.</summary>
internal sealed class ScriptedNative : NativeActivity
{
    private readonly EngineRun _run;
    private readonly Activity[] _children;
    private readonly ActivityAction?[] _delegates;
    private readonly InArgument<int>[] _arguments;
    private readonly Variable<int>[] _variables;

    public ScriptedNative(EngineRun run, Node node, Activity[] children)
    {
        _run = run;
        _children = children;
        _delegates = [.. node.Children.Select((child, i) => DelegateFor(child.Spec.Slot, children[i]))];
        _arguments = run.ArgumentsOf(node);
        _variables = run.VariablesOf(node);
        Node = node;
        DisplayName = node.Name;
    }

    public Node Node { get; }

    protected override bool CanInduceIdle => !Node.Spec.MayNotWait;

    public ActivityInstance Schedule(NativeActivityContext context, int child, bool tellsCompletion, bool tellsFault)
    {
        CompletionCallback? onCompleted = tellsCompletion ? OnChild : null;
        FaultCallback? onFaulted = tellsFault ? OnFault : null;
        return _delegates[child] is { } action
            ? context.ScheduleAction(action, onCompleted, onFaulted)
            : context.ScheduleActivity(_children[child], onCompleted, onFaulted);
    }

    public Bookmark CreateBookmark(NativeActivityContext context, string? name, BookmarkOptions options, bool hasCallback)
    {
        BookmarkCallback? callback = hasCallback ? OnResume : null;
        return name is null ? context.CreateBookmark(callback, options)
            : callback is null ? context.CreateBookmark(name)
            : context.CreateBookmark(name, callback, options);
    }

    public void CancelByDefault(NativeActivityContext context) => base.Cancel(context);

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        for (int i = 0; i < _arguments.Length; i++)
        {
            RuntimeArgument argument = new($"Argument{i}", typeof(int), ArgumentDirection.In);
            metadata.Bind(_arguments[i], argument);
            metadata.AddArgument(argument);
        }

        Array.ForEach(_variables, metadata.AddVariable);
        for (int i = 0; i < _children.Length; i++)
        {
            if (_delegates[i] is { } action)
            {
                metadata.AddDelegate(action);
            }
            else
            {
                metadata.AddChild(_children[i]);
            }
        }
    }

    protected override void Execute(NativeActivityContext context) => Run(context, "execute", Node.Spec.OnExecute);

    protected override void Cancel(NativeActivityContext context)
    {
        Call call = new(_run.Session, Node, new NativeDoor(_run, context, this), IsCancel: true);
        _run.Session.Run(call, "cancel", Node.Spec.Cancel is { } cancel ? cancel.Commands : [new CancelByDefault()]);
    }

    protected override void Abort(NativeActivityAbortContext context)
    {
        _run.Session.Add($"{DisplayName}#{context.ActivityInstanceId} abort {Session.TextOf(context.Reason)}");
        if (Node.Spec.AbortThrows)
        {
            throw new ScriptedException("from an Abort override");
        }
    }

    private static ActivityAction? DelegateFor(SlotKind slot, Activity handler) => slot switch
    {
        SlotKind.Handler => new ActivityAction { Handler = handler },
        SlotKind.NoHandler => new ActivityAction(),
        _ => null,
    };

    private void OnChild(NativeActivityContext context, ActivityInstance child) =>
        Run(context, $"child {NativeDoor.NameOf(child)} {child.State}", Node.Spec.OnChild, child);

    private void OnFault(NativeActivityFaultContext context, Exception exception, ActivityInstance carrier) =>
        Run(
            context,
            $"fault '{Session.TextOf(exception)}' of {NativeDoor.NameOf(context.Source)} out of {NativeDoor.NameOf(carrier)}",
            Node.Spec.OnFault,
            carrier);

    private void OnResume(NativeActivityContext context, Bookmark bookmark, object? value) =>
        Run(context, $"resumed at {_run.Session.IndexOfBookmark(bookmark)}", Node.Spec.OnResume);

    private void Run(NativeActivityContext context, string what, CommandSpec[] script, ActivityInstance? given = null) =>
        _run.Session.Run(new Call(_run.Session, Node, new NativeDoor(_run, context, this), given), what, script);
}
