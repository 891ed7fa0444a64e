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
            if (_deferred)
            {
                _written = true;
            }
            else if (_target is not null)
            {
                // First, because a place of the author's own may refuse the value: then nothing was written, and nothing is reported.
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
            T value = Stored!;
            Stored = default;
            Write(_target, value);
            Stored = value;
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
