using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>What an application is given before its instance is set up; fixed from then on (rule 16.1.2).</summary>
internal sealed class ApplicationSetup(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
{
    private WorkflowInstanceExtensionManager? _extensions;
    private bool _isFixed;

    public Activity Definition { get; } = definition;

    public WorkflowIdentity? Identity { get; } = identity;

    /// <summary>An instance with inputs begins here, and is not loaded (rule 16.7).</summary>
    public bool HasInputs { get; } = inputs is not null;

    /// <summary>Null when there are none, and when the instance has got them.</summary>
    public IDictionary<string, object?>? Inputs { get; private set; } = inputs;

    public InstanceStore? Store
    {
        get;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.InstanceStore));
            field = value;
        }
    }

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
        get;
        set
        {
            ThrowIfFixed(nameof(WorkflowApplication.SynchronizationContext));
            field = value;
        }
    }

    /// <summary>What the first save writes for others to read; null for nothing.</summary>
    public Dictionary<XName, object?>? InitialValues { get; private set; }

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

    public void AddInitialValues(IDictionary<XName, object?> values)
    {
        ThrowIfFixed("the initial values");
        InitialValues ??= [];
        foreach ((XName name, object? value) in values)
        {
            InitialValues[name] = value;
        }
    }

    /// <summary>The instance is set up.</summary>
    public void Fix() => _isFixed = true;

    /// <summary>The inputs, for the root that begins; they are not kept longer.</summary>
    public IDictionary<string, object?>? TakeInputs()
    {
        IDictionary<string, object?>? inputs = Inputs;
        Inputs = null;
        return inputs;
    }

    private void ThrowIfFixed(string what)
    {
        if (_isFixed)
        {
            throw new InvalidOperationException($"The workflow application is in use, so '{what}' cannot be changed; set it before the first operation.");
        }
    }
}
