namespace Workflow.Data;

/// <summary>
/// The location of an out argument. A read returns the value that the activity wrote last, initially the default. A write changes the bound
/// location at once (rule 4.3).
/// </summary>
internal sealed class OutLocation<T> : Location<T>
{
    private Location? _target;
    private bool _deferred;
    private bool _written;

    public override T Value
    {
        get => Stored!;
        set
        {
            if (_deferred)
            {
                _written = true;
            }
            else if (_target is not null)
            {
                // The target is written first: a location of the application may reject the value, and this location must then remain unchanged.
                Write(_target, value);
            }

            Stored = value;
        }
    }

    internal override Location? Target => _target;

    internal override void Defer() => _deferred = true;

    internal override void Flush()
    {
        _deferred = false;
        if (_written && _target is not null)
        {
            // If the target rejects the value, the argument must not keep it.
            T value = Stored!;
            Stored = default;
            Write(_target, value);
            Stored = value;
        }
    }

    internal override void Detach() => _target = null;

    internal override void Redirect(Location? target)
    {
        // A new run must read the default until it writes. The check avoids the GC write barrier when a loop binds the same location again.
        Stored = default;
        if (!ReferenceEquals(_target, target))
        {
            _target = target;
        }
    }

    internal override void Reset()
    {
        Stored = default;
        _target = null;
        _deferred = false;
        _written = false;
    }
}
