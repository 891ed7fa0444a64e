using Workflow.Persistence;
using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>
/// The settings of an application, which are fixed when its instance is initialized (rule 16.1.2), the objects that are created for them, and an abort
/// request.
/// </summary>
/// <remarks>
/// A mutable struct, used as a field: most applications have the same settings and may be idle for a long time, so a separate object would add 56 bytes to each
/// idle application. Thread-safe.
/// </remarks>
internal struct ApplicationSetup(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
{
    /// <summary>The optional data; null if there is none.</summary>
    private ApplicationRareState? _extras = inputs is null && identity is null
        ? null
        : new ApplicationRareState { Identity = identity, Inputs = inputs, HasInputs = inputs is not null };

    private bool _runsInline;
    private bool _isFixed;

    public Activity Definition { get; } = definition;

    public readonly WorkflowIdentity? Identity => _extras?.Identity;

    /// <summary>True if the application was created with inputs: such an instance begins here and cannot be loaded (rule 16.7).</summary>
    public readonly bool HasInputs => _extras is { HasInputs: true };

    /// <summary>The inputs; null if there are none, or if the instance has taken them.</summary>
    public readonly IDictionary<string, object?>? Inputs => _extras?.Inputs;

    public InstanceStore? Store
    {
        readonly get => _extras?.Store;
        set => Change(nameof(WorkflowApplication.InstanceStore)).Store = value;
    }

    /// <summary>True if turns run on the threads that post operations.</summary>
    public bool RunsInline
    {
        readonly get => _runsInline;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.RunsInline));
            _runsInline = value;
        }
    }

    /// <summary>The synchronization context to which turns are posted; null if they run on the thread pool.</summary>
    public SynchronizationContext? Context
    {
        readonly get => _extras?.Context;
        set => Change(nameof(WorkflowApplication.SynchronizationContext)).Context = value;
    }

    /// <summary>The data that only the first save writes; null if there is none.</summary>
    public readonly InitialSave? Initial => _extras?.Initial;

    /// <summary>The messages that the instance has received; null if there are none.</summary>
    public MessageDelivery? Messages
    {
        readonly get => _extras?.Messages;
        set => GetOrCreateExtras().Messages = value;
    }

    /// <summary>The extensions; null before the first read, when there are none.</summary>
    public readonly WorkflowInstanceExtensionManager? ExtensionManagerIfAny => _extras is { } extras ? Volatile.Read(ref extras.ExtensionManager) : null;

    public WorkflowInstanceExtensionManager ExtensionManager
    {
        get
        {
            ApplicationRareState extras = GetOrCreateExtras();
            WorkflowInstanceExtensionManager manager = ExtensionManagerIfAny
                ?? Interlocked.CompareExchange(ref extras.ExtensionManager, new WorkflowInstanceExtensionManager(), null)
                ?? extras.ExtensionManager;
            if (_isFixed)
            {
                manager.MakeReadOnly();
            }

            return manager;
        }
    }

    /// <summary>The extensions of the instance; null if there are none.</summary>
    public ExtensionSet? Extensions
    {
        readonly get => _extras?.Extensions;
        set => GetOrCreateExtras().Extensions = value;
    }

    /// <summary>Reports to the tracking participants; null if there are none.</summary>
    public Reporter? Reporter
    {
        readonly get => _extras?.Reporter;
        set => GetOrCreateExtras().Reporter = value;
    }

    /// <summary>Saves the instance in the store, or its participants alone; null before the first save.</summary>
    public InstanceSaver? Saver
    {
        readonly get => _extras?.Saver;
        set => GetOrCreateExtras().Saver = value;
    }

    /// <summary>The abort request; null if there is none.</summary>
    public readonly AbortRequest? AbortRequest => Volatile.Read(in _extras) is { } extras ? Volatile.Read(ref extras.AbortRequest) : null;

    /// <summary>The extension that the store provides to activities; null if it has none of this type.</summary>
    public readonly object? ExtensionOfStore(Type type) => Store?.Extension is { } extension && type.IsInstanceOfType(extension) ? extension : null;

    /// <summary>Returns the data that only the first save writes, to change it.</summary>
    public InitialSave ChangeInitial(string what) => Change(what).Initial ??= new InitialSave();

    /// <summary>Fixes the settings, because the instance is initialized.</summary>
    public void Fix() => _isFixed = true;

    /// <summary>Requests an abort; returns false if one was requested before.</summary>
    public bool TryRequestAbort(AbortRequest request) => Interlocked.CompareExchange(ref GetOrCreateExtras().AbortRequest, request, null) is null;

    /// <summary>Takes the inputs for the root; they are not kept any longer.</summary>
    public readonly IDictionary<string, object?>? TakeInputs()
    {
        IDictionary<string, object?>? taken = Inputs;
        if (taken is not null)
        {
            _extras!.Inputs = null;
        }

        return taken;
    }

    /// <summary>Returns the settings, to change one.</summary>
    private ApplicationRareState Change(string what)
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

    /// <summary>Returns the optional data. If several threads create it at the same time, all get the object of the first one.</summary>
    private ApplicationRareState GetOrCreateExtras() =>
        Volatile.Read(ref _extras) ?? Interlocked.CompareExchange(ref _extras, new ApplicationRareState(), null) ?? _extras;
}
