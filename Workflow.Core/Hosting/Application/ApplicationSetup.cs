using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>What an application is given before its instance is set up; fixed from then on (rule 16.1.2).</summary>
internal sealed class ApplicationSetup(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
{
    private WorkflowInstanceExtensionManager? _extensions;

    /// <summary>Null while all settings are the defaults: many applications are set up alike, and may be idle for long.</summary>
    private ApplicationSettings? _settings = identity is null ? null : new ApplicationSettings { Identity = identity };

    private bool _isFixed;

    public Activity Definition { get; } = definition;

    public WorkflowIdentity? Identity => _settings?.Identity;

    /// <summary>An instance with inputs begins here, and is not loaded (rule 16.7).</summary>
    public bool HasInputs { get; } = inputs is not null;

    /// <summary>Null when there are none, and when the instance has got them.</summary>
    public IDictionary<string, object?>? Inputs { get; private set; } = inputs;

    public InstanceStore? Store
    {
        get => _settings?.Store;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.InstanceStore));
            Settings.Store = value;
        }
    }

    /// <summary>What the store brings along for activities; null for nothing of this type.</summary>
    public object? ExtensionOfStore(Type type) => Store?.Extension is { } extension && type.IsInstanceOfType(extension) ? extension : null;

    /// <summary>The turns run on the threads that post operations.</summary>
    public bool RunsInline
    {
        get;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.RunsInline));
            field = value;
        }
    }

    /// <summary>Where the turns are posted; null: they run on the thread pool.</summary>
    public SynchronizationContext? Context
    {
        get => _settings?.Context;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.SynchronizationContext));
            Settings.Context = value;
        }
    }

    /// <summary>What the first save writes for others to read; null for nothing.</summary>
    public Dictionary<XName, object?>? InitialValues => _settings?.InitialValues;

    /// <summary>Null before they are first read: then there are none.</summary>
    public WorkflowInstanceExtensionManager? ExtensionsIfAny => Volatile.Read(ref _extensions);

    public WorkflowInstanceExtensionManager Extensions
    {
        get
        {
            WorkflowInstanceExtensionManager extensions =
                ExtensionsIfAny ?? Interlocked.CompareExchange(ref _extensions, new WorkflowInstanceExtensionManager(), null) ?? _extensions;
            if (_isFixed)
            {
                extensions.MakeReadOnly();
            }

            return extensions;
        }
    }

    private ApplicationSettings Settings => _settings ??= new ApplicationSettings();

    public void AddInitialValues(IDictionary<XName, object?> values)
    {
        ThrowIfFixed("the initial values");
        Dictionary<XName, object?> initial = Settings.InitialValues ??= [];
        foreach ((XName name, object? value) in values)
        {
            initial[name] = value;
        }
    }

    /// <summary>The instance is set up.</summary>
    public void Fix() => _isFixed = true;

    /// <summary>The inputs, for the root that begins; they are not kept longer.</summary>
    public IDictionary<string, object?>? TakeInputs()
    {
        IDictionary<string, object?>? taken = Inputs;
        Inputs = null;
        return taken;
    }

    private void ThrowIfFixed(string what)
    {
        if (_isFixed)
        {
            throw new InvalidOperationException($"The workflow application is in use, so '{what}' cannot be changed; set it before the first operation.");
        }
    }
}
