namespace Workflow.Expressions;

/// <summary>The location of an element of a one-dimensional array. The index is checked on access.</summary>
internal sealed class ElementLocation<T>(T[] array, int index) : Location<T>
{
    public override T Value
    {
        get => array[index];
        set => array[index] = value;
    }
}

/// <summary>The location of an element of an array whose dimensions are known only at run time.</summary>
internal sealed class CellLocation<T>(Array array, int[] indices) : Location<T>
{
    public override T Value
    {
        get => (T)array.GetValue(indices)!;
        set => array.SetValue(value, indices);
    }
}

/// <summary>Common members of the activities for array elements.</summary>
internal static class ArrayLocations
{
    public static InvalidOperationException NoArray(Activity activity) =>
        new($"'{activity.DisplayName}' cannot reach an element: its Array is null; bind it to an array.");
}
