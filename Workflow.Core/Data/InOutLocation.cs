namespace Workflow.Data;

/// <summary>The location of an in-out argument. Reads and writes use the bound location; an unbound one contains the value itself.</summary>
internal sealed class InOutLocation<T> : Location<T>
{
    private Location? _target;
    private bool _deferred;
    private bool _written;

    public override T Value
    {
        get => _target is null || _written ? Stored! : Read(_target);
        set
        {
            if (_deferred || _target is null)
            {
                _written = _deferred;
                Stored = value;
            }
            else
            {
                Write(_target, value);
            }
        }
    }

    internal override Location? Target => _target;

    internal override void Defer() => _deferred = true;

    internal override void Flush()
    {
        _deferred = false;
        if (_written && _target is not null)
        {
            _written = false;
            Write(_target, Stored!);
        }
    }

    internal override void Detach()
    {
        Stored = Value;
        _target = null;
    }

    internal override void Redirect(Location? target)
    {
        // The check avoids the GC write barrier when a loop binds the same location again.
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
