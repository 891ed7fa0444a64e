using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.State;

/// <summary>
/// One run of one activity, as the engine represents it. Frames are reused; <see cref="ActivityInstance.InstanceNumber"/> distinguishes the current use of a
/// frame from earlier ones.
/// </summary>
/// <remarks>Has more than twelve fields because it is the data record of an activity instance; each folder of Runtime owns some of the fields.</remarks>
internal sealed class Frame : FrameProgress
{
    /// <summary>The activity number of an instance that runs no activity, because its delegate has no handler.</summary>
    public const int NoActivity = -1;

    public Frame(InstanceCore instance) => Instance = instance;

    /// <summary>The workflow instance that the frame belongs to.</summary>
    public InstanceCore Instance;

    public Frame? Parent;

    /// <summary>The child scheduled last. Meaningless, and not cleared, while <see cref="FrameProgress.ChildCount"/> is 0.</summary>
    public Frame? LastChild;

    public Frame? PreviousSibling;

    public Frame? NextSibling;

    /// <summary>The bookmark created last, of any kind, which is the head of the linked list; null if there is none.</summary>
    public BookmarkEntry? Bookmarks;

    /// <summary>The receiver of the completion: the callback of the parent, or for an expression the owner's binding that takes the result.</summary>
    private object? _receiver;

    /// <summary>
    /// The parent's callback for an exception; null if there is none. It is not part of the rare state: the frame of a failed instance is not reused, so each
    /// caught exception would allocate 72 bytes for it.
    /// </summary>
    public FaultCallback? OnFaulted;

    /// <summary>The number of the parent activity for which the callbacks were found valid; -1 if there is none.</summary>
    public int CallbacksValidFor = -1;

    /// <summary>The number of the delegate whose handler this instance is.</summary>
    public int DelegateNumber;

    /// <summary>
    /// The environment with the activity's own slots, which stays with the frame when the frame is reused; null for an activity without slots.
    /// </summary>
    public LocationEnvironment? Own => OwnSlots is null ? null : Environment;

    /// <summary>The context of a code activity, of the callbacks of a native activity, or of the outstanding operation of an asynchronous activity.</summary>
    private ActivityContext? _context;

    /// <summary>The data that few instances have. Except for <see cref="Overrides"/>, valid only with <see cref="InstanceFlags.HasRareState"/>.</summary>
    public FrameRareState? RareState;

    /// <summary>
    /// The parent's callback for the completion, of the type that <see cref="FrameProgress.CompletionKind"/> specifies; null for an expression.
    /// </summary>
    public Delegate? OnCompleted
    {
        get
        {
            Debug.Assert(
                CompletionKind == CompletionKind.Expression || _receiver is null or Delegate,
                "What an expression had here is dropped with the next use of the frame.");
            return CompletionKind == CompletionKind.Expression ? null : Unsafe.As<Delegate>(_receiver);
        }

        set => _receiver = value;
    }

    /// <summary>
    /// The owner's binding that takes the result of an expression; null for an instance that is not the expression of an argument or a default.
    /// </summary>
    public ArgumentBinding? ResultBinding => CompletionKind == CompletionKind.Expression ? Unsafe.As<ArgumentBinding>(_receiver) : null;

    /// <summary>The values that replace argument expressions until the body runs; null if there are none.</summary>
    public IDictionary<string, object?>? Overrides
    {
        get => RareState?.Overrides;
        set
        {
            if (value is not null || RareState is not null)
            {
                (RareState ??= new FrameRareState()).Overrides = value;
            }
        }
    }

    /// <summary>The outstanding operation of an asynchronous activity; null if there is none.</summary>
    public AsyncCodeActivityContext? Operation
    {
        get => _context as AsyncCodeActivityContext;
        set => _context = value;
    }

    public ActivityPlan Plan => Instance.Program.Plans[Number];

    internal override ExecutionPort Port => Instance.Port ?? ThrowNotRunning();

    /// <summary>The services of the host. An instance that no executor runs has a host; during an invocation, the first use creates it.</summary>
    internal override InstanceServices Services => Instance.Host ?? Port.Services;

    internal override LocationReferenceEnvironment Scope => Plan.Scope;

    internal override Activity ActivityCore => Number == NoActivity ? NoHandler.Instance : Plan.Activity;

    /// <summary>Returns the number of bookmarks that keep the instance from completing.</summary>
    public int CountBlockingBookmarks() => Bookmarks?.BlockingOfOwner ?? 0;

    public void SetOwn(LocationEnvironment? environment)
    {
        OwnSlots = environment?.Slots;
        Environment = environment ?? Environment;
    }

    /// <summary>Makes the frame the instance of an expression, which has no callbacks.</summary>
    public void ComputeFor(ArgumentBinding binding)
    {
        CompletionKind = CompletionKind.Expression;
        _receiver = binding;
    }

    /// <summary>
    /// Clears the data with which an earlier instance of the frame was scheduled. The completion callback stays, because it is compared with the next one.
    /// </summary>
    public void ClearSchedule()
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

    /// <summary>Returns the rare state; creates it on first use.</summary>
    public FrameRareState TakeRareState()
    {
        if (!Has(InstanceFlags.HasRareState))
        {
            Flags |= InstanceFlags.HasRareState;
            RareState ??= new FrameRareState();
        }

        return RareState!;
    }

    /// <summary>True if the activity has an out or in-out argument.</summary>
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

    /// <summary>Returns the value of the result argument of a root that has completed.</summary>
    public TResult ReadResult<TResult>() => Location<TResult>.Read(Own!.Slots[Plan.ResultSlot]);

    /// <summary>Returns the context of a leaf. The frame serves code activities only, after a call of <see cref="DropOtherContext"/>.</summary>
    public CodeActivityContext TakeInlineContext()
    {
        Debug.Assert(_context is null or CodeActivityContext, "The frame of a leaf has dropped the context of another kind.");
        return Unsafe.As<CodeActivityContext>(_context ?? AddCodeContext());
    }

    /// <summary>Drops a context that an activity of another kind left in the frame.</summary>
    public void DropOtherContext()
    {
        if (!IsCodeContext(_context))
        {
            _context = null;
        }
    }

    /// <summary>Returns the context for the body of a code activity.</summary>
    public CodeActivityContext TakeCodeContext()
    {
        // The frame may have served an activity of another kind before.
        ActivityContext? known = _context;
        return IsCodeContext(known) ? Unsafe.As<CodeActivityContext>(known) : AddCodeContext();
    }

    /// <summary>Opens the context of a code activity for the evaluation of its arguments, which can read all surrounding scopes.</summary>
    public CodeActivityContext OpenEvaluation()
    {
        CodeActivityContext context = TakeCodeContext();
        context.IsActive = true;
        context.SeesOuterScopes = true;
        return context;
    }

    /// <summary>
    /// Opens the context for one callback of a native activity. An activity of the application gets a new context each time, so that a context that it kept
    /// stays disposed. A shipped activity keeps no context, so its context is reused.
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

    /// <summary>
    /// Closes and drops the context. An activity of the application may have kept it, and a shipped activity that reuses the frame must not reopen it
    /// (rule 1.11).
    /// </summary>
    public void DropNativeContext()
    {
        _context!.IsActive = false;
        _context = null;
    }

    public void CloseContexts()
    {
        // The context of an operation stays usable until the operation has been asked to end.
        if (_context is { } context and not AsyncCodeActivityContext)
        {
            context.IsActive = false;
            _context = context as CodeActivityContext;
        }
    }

    // Two conditions instead of 'known?.GetType()', which the compiler makes a call that takes a twentieth of the time of an empty invocation.
    private static bool IsCodeContext([NotNullWhen(true)] ActivityContext? known) => known is not null && known.GetType() == typeof(CodeActivityContext);

    private static bool IsNativeContext([NotNullWhen(true)] ActivityContext? known) => known is not null && known.GetType() == typeof(NativeActivityContext);

    // A separate method, so that the property can be inlined into each member of a context.
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
