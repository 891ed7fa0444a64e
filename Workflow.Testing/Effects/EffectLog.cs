using System.Collections.ObjectModel;

namespace Workflow.Testing;

/// <summary>
/// The effects of a workflow in the world outside: payments, mails, calls. It is an extension, in which activities or the fakes that they call note each effect
/// with a key that says which one it is, such as <c>charge/4711</c>. It outlives the processes of a test; a process that was lost adds nothing more.
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

    /// <summary>All effects so far, in order; a key occurs as often as its effect.</summary>
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

    /// <summary>Notes an effect.</summary>
    /// <param name="key">What happened.</param>
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

    /// <summary>How often an effect happened.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The number; zero when it did not happen.</returns>
    public int CountOf(string key)
    {
        lock (_gate)
        {
            return _keys.Count(other => other == key);
        }
    }

    /// <summary>The same world, as the next process sees it.</summary>
    internal EffectLog ForProcess() => new(_gate, _keys);

    /// <summary>The process is lost: what its code still does has not happened.</summary>
    internal void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }
}
