using System.Diagnostics;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The settings of an application, which are fixed when its instance is initialized (rule 16.1.2).</summary>
/// <remarks>
/// <para>Most applications have the default settings and may be idle for a long time, so all of them share one object. The first change replaces the reference
/// of the application by an object of its own.</para>
/// <para>Thread-safe. The methods that take the reference exchange it: threads that replace it at the same time agree on one object.</para>
/// </remarks>
internal sealed class ApplicationSettings
{
    private static readonly ApplicationSettings Default = new() { _isShared = true };
    private static readonly ApplicationSettings DefaultFixed = new() { _isShared = true, _isFixed = true };
    private static readonly ApplicationSettings Inline = new() { _isShared = true, RunsInline = true };
    private static readonly ApplicationSettings InlineFixed = new() { _isShared = true, RunsInline = true, _isFixed = true };

    private WorkflowInstanceExtensionManager? _extensionManager;

    /// <summary>True for an object that many applications use, which never changes.</summary>
    private bool _isShared;

    private bool _isFixed;

    private ApplicationSettings()
    {
    }

    /// <summary>The identity of the definition; null for none.</summary>
    public WorkflowIdentity? Identity { get; private init; }

    /// <summary>True if the application was created with inputs: such an instance begins here and cannot be loaded (rule 16.7).</summary>
    public bool HasInputs { get; private init; }

    /// <summary>True if turns run on the threads that post operations.</summary>
    public bool RunsInline { get; private set; }

    public InstanceStore? Store
    {
        get;
        set
        {
            AssertIsOwn();
            field = value;
        }
    }

    /// <summary>The synchronization context to which turns are posted; null if they run on the thread pool.</summary>
    public SynchronizationContext? Context
    {
        get;
        set
        {
            AssertIsOwn();
            field = value;
        }
    }

    /// <summary>The data that only the first save writes; null if there is none.</summary>
    public InitialData? Initial
    {
        get;
        set
        {
            AssertIsOwn();
            field = value;
        }
    }

    /// <summary>The extensions; null before the first read, when there are none.</summary>
    public WorkflowInstanceExtensionManager? ExtensionManagerIfAny => Volatile.Read(ref _extensionManager);

    /// <summary>Returns the settings of a new application.</summary>
    public static ApplicationSettings For(WorkflowIdentity? identity, bool hasInputs) =>
        identity is null && !hasInputs ? Default : new ApplicationSettings { Identity = identity, HasInputs = hasInputs };

    /// <summary>Returns the application's own settings, to change one.</summary>
    /// <param name="settings">The settings of the application.</param>
    /// <param name="what">The name of the setting, for the exception.</param>
    /// <exception cref="InvalidOperationException">The settings are fixed.</exception>
    public static ApplicationSettings Change(ref ApplicationSettings settings, string what)
    {
        Volatile.Read(ref settings).ThrowIfFixed(what);
        return Own(ref settings);
    }

    /// <summary>Sets <see cref="RunsInline"/>, which needs no object of its own.</summary>
    public static void ChangeInline(ref ApplicationSettings settings, bool runsInline)
    {
        ApplicationSettings current = Volatile.Read(ref settings);
        current.ThrowIfFixed(nameof(WorkflowApplication.RunsInline));
        if (!current._isShared
            || !ReferenceEquals(Interlocked.CompareExchange(ref settings, runsInline ? Inline : Default, current), current))
        {
            Change(ref settings, nameof(WorkflowApplication.RunsInline)).RunsInline = runsInline;
        }
    }

    /// <summary>Returns the extensions, which are created on first use.</summary>
    public static WorkflowInstanceExtensionManager ExtensionManagerOf(ref ApplicationSettings settings)
    {
        ApplicationSettings own = Own(ref settings);
        WorkflowInstanceExtensionManager manager = own.ExtensionManagerIfAny
            ?? Interlocked.CompareExchange(ref own._extensionManager, new WorkflowInstanceExtensionManager(), null)
            ?? own._extensionManager;
        if (own._isFixed)
        {
            manager.MakeReadOnly();
        }

        return manager;
    }

    /// <summary>Fixes the settings, because the instance is initialized.</summary>
    public static void Fix(ref ApplicationSettings settings)
    {
        ApplicationSettings current = Volatile.Read(ref settings);

        // Another thread may give the application settings of its own meanwhile; then these are fixed.
        while (current._isShared)
        {
            ApplicationSettings found = Interlocked.CompareExchange(ref settings, current.RunsInline ? InlineFixed : DefaultFixed, current);
            if (ReferenceEquals(found, current))
            {
                return;
            }

            current = found;
        }

        current._isFixed = true;
    }

    /// <summary>Returns the application's own settings, which replace the shared ones.</summary>
    private static ApplicationSettings Own(ref ApplicationSettings settings)
    {
        ApplicationSettings current = Volatile.Read(ref settings);
        while (current._isShared)
        {
            ApplicationSettings own = new() { RunsInline = current.RunsInline, _isFixed = current._isFixed };
            ApplicationSettings found = Interlocked.CompareExchange(ref settings, own, current);
            current = ReferenceEquals(found, current) ? own : found;
        }

        return current;
    }

    /// <summary>A shared object never changes: it would change the settings of other applications.</summary>
    [Conditional("DEBUG")]
    private void AssertIsOwn() => Debug.Assert(!_isShared, "Change returns the settings that may be changed.");

    private void ThrowIfFixed(string what)
    {
        if (_isFixed)
        {
            throw new InvalidOperationException($"The workflow application is in use, so '{what}' cannot be changed; set it before the first operation.");
        }
    }
}
