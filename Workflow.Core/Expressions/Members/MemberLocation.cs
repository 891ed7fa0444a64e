namespace Workflow.Expressions;

/// <summary>The location of a field, property or indexed item of an object that was evaluated when the location was created, or of a static member.</summary>
internal sealed class MemberLocation<TOwner, T>(Accessor<TOwner, T> accessor, TOwner owner, object?[] indices) : Location<T>
{
    private TOwner _owner = owner;

    public override T Value
    {
        get => accessor.Read(_owner, indices);
        set => accessor.Write(ref _owner, indices, value);
    }
}

/// <summary>
/// The location of a field, property or indexed item of a struct in another location. A write reads the struct, changes it and writes it back (rule
/// 20.4.4).
/// </summary>
internal sealed class PartLocation<TOwner, T>(Accessor<TOwner, T> accessor, Location<TOwner> whole, object?[] indices) : Location<T>
{
    public override T Value
    {
        get => accessor.Read(whole.Value, indices);
        set
        {
            TOwner copy = whole.Value;
            accessor.Write(ref copy, indices, value);
            whole.Value = copy;
        }
    }
}
