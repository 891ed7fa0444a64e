namespace Workflow.Data;

/// <summary>The place of an in-out argument: reads and writes go straight to the bound location; unbound, it keeps the value itself.</summary>
internal sealed class InOutLocation<T> : Location<T>
{
    private Location? _target;

    public override T Value
    {
        get => _target is null ? Stored! : Read(_target);
        set
        {
            if (_target is null)
            {
                Stored = value;
            }
            else
            {
                Write(_target, value);
            }
        }
    }

    internal override void Redirect(Location? target) => _target = target;

    internal override void Reset()
    {
        Stored = default;
        _target = null;
    }
}
