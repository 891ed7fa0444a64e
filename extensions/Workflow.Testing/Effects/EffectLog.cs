using System.Collections.ObjectModel;

namespace Workflow.Testing;

/// <summary>
/// The external effects of a workflow, such as payments, mails and calls. The log is an extension, in which activities or the fakes that they call record each
/// effect with a key that identifies it, such as <c>charge/4711</c>. It outlives the processes of a test; a process that was lost adds no further effects.
/// </summary>
/// <remarks>Thread-safe.</remarks>
public sealed class EffectLog
{
    private readonly Lock _gate;
    private readonly List<string> _keys;
    private bool _isClosed;

    /// <summary>Creates an empty log.</summary>
    public EffectLog()
        : this(new Lock(), [])
    {
    }

    private EffectLog(Lock gate, List<string> keys) => (_gate, _keys) = (gate, keys);

    /// <summary>All effects so far, in order. A key occurs once for each occurrence of its effect.</summary>
    public IReadOnlyList<string> Keys
    {
        get
        {
            lock (_gate)
            {
                return new ReadOnlyCollection<string>([.. _keys]);
            }
        }
    }

    /// <summary>Records an effect.</summary>
    /// <param name="key">The key of the effect.</param>
    /// <exception cref="ArgumentException"><paramref name="key"/> is null or empty.</exception>
    public void Add(string key)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        lock (_gate)
        {
            if (!_isClosed)
            {
                _keys.Add(key);
            }
        }
    }

    /// <summary>Counts the occurrences of an effect.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The number of occurrences; zero if the effect did not happen.</returns>
    public int CountOf(string key)
    {
        lock (_gate)
        {
            return _keys.Count(other => other == key);
        }
    }

    /// <summary>Creates the log of the next process. It shares the list of effects and can be closed separately.</summary>
    internal EffectLog ForProcess() => new(_gate, _keys);

    /// <summary>Called when the process is lost. Effects that its code adds from now on are ignored.</summary>
    internal void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }
}
