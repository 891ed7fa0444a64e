using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.State;

/// <summary>
/// One run of one activity, as the engine sees it. Frames are reused; a kept reference is told from a
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

    /// <summary>The bookmark created last, of any kind; it links to the others. Null for none.</summary>
    public BookmarkEntry? Bookmarks;

    /// <summary>What gets the completion: the callback of the parent, or the owner's step that the result of an expression goes to.</summary>
    private object? _receiver;

    /// <summary>The parent's callback for an exception; null for none. Not with the extras: a frame that has failed is not used again, and each caught exception would make 72 bytes of extras.</summary>
    public FaultCallback? OnFaulted;

    /// <summary>The number of the activity for which the callbacks were found valid.</summary>
    public int CallbacksValidFor = -1;

    /// <summary>The number of the delegate whose handler this is.</summary>
    public int DelegateNumber;

    /// <summary>The environment of the activity's own slots, which stays with the frame from use to use; null for an activity without slots.</summary>
    public LocationEnvironment? Own => OwnSlots is null ? null : Environment;

    /// <summary>The context of a code activity, that for the callbacks of a native one, or that of the outstanding operation of an asynchronous one.</summary>
    private ActivityContext? _context;

    /// <summary>What few instances have; all but what it begins with is meaningful with <see cref="InstanceFlags.HasExtras"/> only.</summary>
    public FrameExtras? Extras;

    /// <summary>The parent's callback for the completion; its type is that of <see cref="ActivityInstance.CompletionKind"/>. Null for an expression.</summary>
    public Delegate? OnCompleted
    {
        get
        {
            Debug.Assert(CompletionKind == CompletionKind.Expression || _receiver is null or Delegate, "What an expression had here is dropped with the next use of the frame.");
            return CompletionKind == CompletionKind.Expression ? null : Unsafe.As<Delegate>(_receiver);
        }

        set => _receiver = value;
    }

    /// <summary>The owner's step that an expression's result goes to; null for anything but an expression of an argument or default.</summary>
    public ArgumentStep? ResultStep => CompletionKind == CompletionKind.Expression ? Unsafe.As<ArgumentStep>(_receiver) : null;

    /// <summary>Values that are used instead of argument expressions, until the body runs; null for none.</summary>
    public IDictionary<string, object?>? Overrides
    {
        get => Extras?.Overrides;
        set
        {
            if (value is not null || Extras is not null)
            {
                (Extras ??= new FrameExtras()).Overrides = value;
            }
        }
    }

    /// <summary>The outstanding operation of an asynchronous activity.</summary>
    public AsyncCodeActivityContext? Operation
    {
        get => _context as AsyncCodeActivityContext;
        set => _context = value;
    }

    public ActivityPlan Plan => Instance.Program.Plans[Number];

    internal override ExecutionPort Port => Instance.Port ?? ThrowNotRunning();

    /// <summary>The host is there while nothing runs the instance; before that, an invocation creates it at the first use.</summary>
    internal override InstanceServices Services => Instance.Host ?? Port.Services;

    internal override LocationReferenceEnvironment Scope => Plan.Scope;

    internal override Activity ActivityCore => Number == NoActivity ? NoHandler.Instance : Plan.Activity;

    /// <summary>How many of the bookmarks keep the instance from completing.</summary>
    public int CountBlockingBookmarks() => Bookmarks?.BlockingOfOwner ?? 0;

    public void SetOwn(LocationEnvironment? environment)
    {
        OwnSlots = environment?.Slots;
        Environment = environment ?? Environment;
    }

    /// <summary>Makes it the instance of an expression, which has no callbacks.</summary>
    public void ComputeFor(ArgumentStep step)
    {
        CompletionKind = CompletionKind.Expression;
        _receiver = step;
    }

    /// <summary>Drops what an earlier instance of the frame was scheduled with. Its callbacks stay: they are compared with the next ones.</summary>
    public void ForgetSchedule()
    {
        if (CompletionKind == CompletionKind.Expression)
        {
            CompletionKind = CompletionKind.None;
            _receiver = null;
        }

        OnFaulted = null;
        Overrides = null;
    }

    public bool Has(InstanceFlags flag) => (Flags & flag) != 0;

    /// <summary>The rare data, made at the first need.</summary>
    public FrameExtras TakeExtras()
    {
        if (!Has(InstanceFlags.HasExtras))
        {
            Flags |= InstanceFlags.HasExtras;
            Extras ??= new FrameExtras();
        }

        return Extras!;
    }

    /// <summary>Whether it has an out or in-out argument.</summary>
    public bool HasOutputs =>
        Number != NoActivity && Plan.Declared is { } declared && Array.Exists(declared, static argument => argument.Direction != ArgumentDirection.In);

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

    /// <summary>The context of a leaf, which serves code activities only, after <see cref="DropOtherContext"/>.</summary>
    public CodeActivityContext TakeLeafContext()
    {
        Debug.Assert(_context is null or CodeActivityContext, "The frame of a leaf has dropped the context of another kind.");
        return Unsafe.As<CodeActivityContext>(_context ?? AddCodeContext());
    }

    /// <summary>Drops a context that an activity of another kind has left.</summary>
    public void DropOtherContext()
    {
        if (!IsCodeContext(_context))
        {
            _context = null;
        }
    }

    /// <summary>The context for the body of a code activity.</summary>
    public CodeActivityContext TakeCodeContext()
    {
        // The frame may have been that of an activity of another kind.
        ActivityContext? known = _context;
        return IsCodeContext(known) ? Unsafe.As<CodeActivityContext>(known) : AddCodeContext();
    }

    /// <summary>Opens the context of a code activity for the evaluation of its arguments: it sees the chain of scopes.</summary>
    public CodeActivityContext OpenEvaluation()
    {
        CodeActivityContext context = TakeCodeContext();
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
        ActivityContext? known = _context;
        NativeActivityContext context = isShipped && IsNativeContext(known) ? Unsafe.As<NativeActivityContext>(known) : AddNativeContext();
        context.IsActive = true;
        return context;
    }

    public NativeActivityContext OpenNativeContext() => OpenNativeContext((Plan.Flags & PlanFlags.IsShipped) != 0);

    public void CloseNativeContext()
    {
        _context!.IsActive = false;
        if ((Plan.Flags & PlanFlags.IsShipped) == 0)
        {
            _context = null;
        }
    }

    /// <summary>A user's activity may have kept its context, and a shipped one that gets this frame later must not open it again (rule 1.11).</summary>
    public void DropNativeContext()
    {
        _context!.IsActive = false;
        _context = null;
    }

    public void CloseContexts()
    {
        // That of an operation stays usable until it has been told to end.
        if (_context is { } context and not AsyncCodeActivityContext)
        {
            context.IsActive = false;
            _context = context as CodeActivityContext;
        }
    }

    // Two conditions each: the compiler makes a comparison of 'known?.GetType()' a call, which takes a twentieth of the time of an empty invocation.
    private static bool IsCodeContext([NotNullWhen(true)] ActivityContext? known) => known is not null && known.GetType() == typeof(CodeActivityContext);

    private static bool IsNativeContext([NotNullWhen(true)] ActivityContext? known) => known is not null && known.GetType() == typeof(NativeActivityContext);

    // A method of its own, so that the property is inlined into each member of a context.
    [DoesNotReturn]
    private static ExecutionPort ThrowNotRunning() =>
        throw new InvalidOperationException("A context was used while its workflow instance does not run; use it in the method that received it.");

    private CodeActivityContext AddCodeContext()
    {
        CodeActivityContext context = new(this);
        _context = context;
        return context;
    }

    private NativeActivityContext AddNativeContext()
    {
        NativeActivityContext context = new(this);
        _context = context;
        return context;
    }
}
