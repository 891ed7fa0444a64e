using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Bookmarks;

namespace Workflow.Runtime.Instances;

/// <summary>
/// One run of one activity, as the engine sees it. Frames are reused inside their execution; a kept reference is told from a
/// later use of the same frame by <see cref="ActivityInstance.InstanceNumber"/>.
/// </summary>
/// <remarks>Over twelve fields because it is the record of an instance, not a collaborator: the rooms of Runtime each own some of them.</remarks>
internal sealed class Frame : ActivityInstance
{
    /// <summary>The number of an instance that runs nothing: a delegate without handler.</summary>
    public const int NoActivity = -1;

    public Frame(InstanceState instance) => Instance = instance;

    /// <summary>The workflow instance that it is part of.</summary>
    public InstanceState Instance;

    public Frame? Parent;

    /// <summary>The child scheduled last; meaningless, and not cleared, while <see cref="ActivityInstance.ChildCount"/> is 0.</summary>
    public Frame? LastChild;

    public Frame? PreviousSibling;

    public Frame? NextSibling;

    /// <summary>The bookmark created last, of any kind; the others hang on it. Null for none.</summary>
    public BookmarkEntry? Bookmarks;

    public Delegate? OnCompleted;

    public FaultCallback? OnFaulted;

    /// <summary>The number of the activity for which the callbacks were found valid.</summary>
    public int CallbacksValidFor = -1;

    /// <summary>The owner's step that an expression's result goes to; null for anything but an expression of an argument or default.</summary>
    public ArgumentStep? ResultStep;

    /// <summary>The number of the delegate whose handler this is.</summary>
    public int DelegateNumber;

    /// <summary>The environment that stays with the frame from use to use.</summary>
    public LocationEnvironment? Own { get; private set; }

    /// <summary>First the values that replace argument expressions, then the outstanding operation: no instance has both at once.</summary>
    private object? _pending;

    /// <summary>Values that are used instead of argument expressions, until the body runs; null for none.</summary>
    public IDictionary<string, object?>? Overrides
    {
        get => _pending as IDictionary<string, object?>;
        set => _pending = value;
    }

    /// <summary>The outstanding operation of an asynchronous activity.</summary>
    public AsyncCodeActivityContext? Operation
    {
        get => _pending as AsyncCodeActivityContext;
        set => _pending = value;
    }

    public CodeActivityContext? CodeContext;

    public NativeActivityContext? NativeContext;

    /// <summary>In which a native, asynchronous or composite activity's arguments and defaults are evaluated.</summary>
    public ActivityContext? Evaluation;

    /// <summary>Meaningful with <see cref="InstanceFlags.HasExtras"/> only.</summary>
    public FrameExtras? Extras;

    public ActivityPlan Plan => Instance.Program.Plans[Number];

    internal override ExecutionPort Port =>
        Instance.Port ?? throw new InvalidOperationException("A context was used while its workflow instance does not run; use it in the method that received it.");

    /// <summary>The host is there while nothing runs the instance; before that, an invocation creates it at the first use.</summary>
    internal override InstanceServices Services => Instance.Host ?? Port.Services;

    internal override LocationReferenceEnvironment Scope => Plan.Scope;

    internal override Activity ActivityCore => Number == NoActivity ? NoHandler.Instance : Plan.Activity;

    /// <summary>How many of the bookmarks keep the instance from completing.</summary>
    public int CountBlockingBookmarks() => Bookmarks?.BlockingOfOwner ?? 0;

    public void SetOwn(LocationEnvironment? environment)
    {
        Own = environment;
        OwnSlots = environment?.Slots;
    }

    public bool Has(InstanceFlags flag) => (Flags & flag) != 0;

    /// <summary>The rare data, made at the first need.</summary>
    public FrameExtras TakeExtras()
    {
        if (!Has(InstanceFlags.HasExtras))
        {
            Flags |= InstanceFlags.HasExtras;
            Extras = new FrameExtras();
        }

        return Extras!;
    }

    public override Dictionary<string, object?> GetOutputs()
    {
        Dictionary<string, object?> outputs = [];
        if (Number != NoActivity && Plan.Declared is { } declared && Own is { } environment)
        {
            foreach (RuntimeArgument argument in declared)
            {
                if (argument.Direction != ArgumentDirection.In)
                {
                    outputs[argument.Name!] = environment.Slots[argument.Slot].Value;
                }
            }
        }

        return outputs;
    }

    /// <summary>The context for the body of a code activity.</summary>
    public CodeActivityContext TakeCodeContext() => CodeContext ??= new CodeActivityContext(this);

    /// <summary>Opens the context in which arguments and defaults are evaluated: it sees the chain of scopes.</summary>
    public ActivityContext OpenEvaluation(ActivityKind kind)
    {
        ActivityContext context = kind is ActivityKind.Code or ActivityKind.CodeWithResult ? TakeCodeContext() : Evaluation ??= new ActivityContext(this);
        context.IsActive = true;
        context.SeesChain = true;
        return context;
    }

    /// <summary>
    /// The context for one callback of a native activity. A user's activity gets a new one each time, so that one it kept
    /// stays disposed; a shipped activity keeps none, and its context stays open.
    /// </summary>
    public NativeActivityContext OpenNativeContext(bool isShipped)
    {
        NativeActivityContext? context = NativeContext;
        if (context is null || !isShipped)
        {
            NativeContext = context = new NativeActivityContext(this);
        }

        context.IsActive = true;
        return context;
    }

    public NativeActivityContext OpenNativeContext() => OpenNativeContext((Plan.Flags & PlanFlags.IsShipped) != 0);

    public void CloseNativeContext()
    {
        NativeContext!.IsActive = false;
        if ((Plan.Flags & PlanFlags.IsShipped) == 0)
        {
            NativeContext = null;
        }
    }

    /// <summary>A user's activity may have kept its context, and a shipped one that gets this frame later must not open it again (rule 1.11).</summary>
    public void DropNativeContext()
    {
        NativeContext!.IsActive = false;
        NativeContext = null;
    }

    public void CloseContexts()
    {
        if (CodeContext is { } code)
        {
            code.IsActive = false;
        }

        if (NativeContext is { } native)
        {
            native.IsActive = false;
            NativeContext = null;
        }

        if (Evaluation is { } evaluation)
        {
            evaluation.IsActive = false;
        }
    }
}
