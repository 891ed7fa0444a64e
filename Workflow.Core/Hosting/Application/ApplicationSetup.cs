using Workflow.Persistence;
using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>What an application is given before its instance is set up, fixed from then on (rule 16.1.2), what is made of that, and a request to abort.</summary>
/// <remarks>
/// A field that is changed in place: most applications are set up alike and may be idle for long, so that an object for each would be 56 bytes of an idle one.
/// Safe from any thread.
/// </remarks>
internal struct ApplicationSetup(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
{
    /// <summary>Null while it would be empty.</summary>
    private ApplicationExtras? _extras = inputs is null && identity is null ? null : new ApplicationExtras { Identity = identity, Inputs = inputs, HasInputs = inputs is not null };

    private bool _runsInline;
    private bool _isFixed;

    public Activity Definition { get; } = definition;

    public readonly WorkflowIdentity? Identity => _extras?.Identity;

    /// <summary>An instance with inputs begins here, and is not loaded (rule 16.7).</summary>
    public readonly bool HasInputs => _extras is { HasInputs: true };

    /// <summary>Null when there are none, and when the instance has got them.</summary>
    public readonly IDictionary<string, object?>? Inputs => _extras?.Inputs;

    public InstanceStore? Store
    {
        readonly get => _extras?.Store;
        set => Change(nameof(WorkflowApplication.InstanceStore)).Store = value;
    }

    /// <summary>The turns run on the threads that post operations.</summary>
    public bool RunsInline
    {
        readonly get => _runsInline;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.RunsInline));
            _runsInline = value;
        }
    }

    /// <summary>Where the turns are posted; null: they run on the thread pool.</summary>
    public SynchronizationContext? Context
    {
        readonly get => _extras?.Context;
        set => Change(nameof(WorkflowApplication.SynchronizationContext)).Context = value;
    }

    /// <summary>What only the first save writes; null for nothing.</summary>
    public readonly InitialSave? Initial => _extras?.Initial;

    /// <summary>The messages that the instance has received; null for none.</summary>
    public MessageDelivery? Messages
    {
        readonly get => _extras?.Messages;
        set => GetOrCreateExtras().Messages = value;
    }

    /// <summary>Null before they are first read: then there are none.</summary>
    public readonly WorkflowInstanceExtensionManager? ExtensionManagerIfAny => _extras is { } extras ? Volatile.Read(ref extras.ExtensionManager) : null;

    public WorkflowInstanceExtensionManager ExtensionManager
    {
        get
        {
            ApplicationExtras extras = GetOrCreateExtras();
            WorkflowInstanceExtensionManager manager =
                ExtensionManagerIfAny ?? Interlocked.CompareExchange(ref extras.ExtensionManager, new WorkflowInstanceExtensionManager(), null) ?? extras.ExtensionManager;
            if (_isFixed)
            {
                manager.MakeReadOnly();
            }

            return manager;
        }
    }

    /// <summary>The extensions of the instance; null when there are none.</summary>
    public ExtensionSet? Extensions
    {
        readonly get => _extras?.Extensions;
        set => GetOrCreateExtras().Extensions = value;
    }

    /// <summary>Tells the tracking participants of the instance; null when there are none.</summary>
    public Reporter? Reporter
    {
        readonly get => _extras?.Reporter;
        set => GetOrCreateExtras().Reporter = value;
    }

    /// <summary>The saves, in the store or of participants alone; null before the first one.</summary>
    public InstanceSaver? Saver
    {
        readonly get => _extras?.Saver;
        set => GetOrCreateExtras().Saver = value;
    }

    /// <summary>Why the instance is, or is about to be, aborted; null when it is not.</summary>
    public readonly AbortRequest? AbortRequest => Volatile.Read(in _extras) is { } extras ? Volatile.Read(ref extras.AbortRequest) : null;

    /// <summary>What the store brings along for activities; null for nothing of this type.</summary>
    public readonly object? ExtensionOfStore(Type type) => Store?.Extension is { } extension && type.IsInstanceOfType(extension) ? extension : null;

    /// <summary>What only the first save writes, to change it.</summary>
    public InitialSave ChangeInitial(string what) => Change(what).Initial ??= new InitialSave();

    /// <summary>The instance is set up.</summary>
    public void Fix() => _isFixed = true;

    /// <summary>Requests an abort; false when one was requested before.</summary>
    public bool TryRequestAbort(AbortRequest request) => Interlocked.CompareExchange(ref GetOrCreateExtras().AbortRequest, request, null) is null;

    /// <summary>The inputs, for the root that begins; they are not kept longer.</summary>
    public readonly IDictionary<string, object?>? TakeInputs()
    {
        IDictionary<string, object?>? taken = Inputs;
        if (taken is not null)
        {
            _extras!.Inputs = null;
        }

        return taken;
    }

    /// <summary>The settings, to change one.</summary>
    private ApplicationExtras Change(string what)
    {
        ThrowIfFixed(what);
        return GetOrCreateExtras();
    }

    private readonly void ThrowIfFixed(string what)
    {
        if (_isFixed)
        {
            throw new InvalidOperationException($"The workflow application is in use, so '{what}' cannot be changed; set it before the first operation.");
        }
    }

    /// <summary>Made by the first of several threads.</summary>
    private ApplicationExtras GetOrCreateExtras() => Volatile.Read(ref _extras) ?? Interlocked.CompareExchange(ref _extras, new ApplicationExtras(), null) ?? _extras;
}
