namespace Workflow.Data;

/// <summary>
/// The place of an out argument: what the activity reads is what it last wrote itself, initially the default;
/// what it writes goes through to the bound location at once (rule 4.3).
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
            Stored = value;
            if (_deferred)
            {
                _written = true;
            }
            else if (_target is not null)
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
            Write(_target, Stored!);
        }
    }

    internal override void Detach() => _target = null;

    internal override void Redirect(Location? target)
    {
        // A fresh run reads the default until it writes; a loop binds the same location again and again.
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
