using System.Globalization;

namespace Workflow;

/// <summary>The numbers of the activities in one implementation. The outermost id space has no owner (rule 12.1).</summary>
internal sealed class IdSpace(Activity? owner)
{
    private int _last;

    public Activity? Owner => owner;

    /// <summary>The number of enclosing implementations.</summary>
    public int Depth { get; } = owner is null ? 0 : owner.Space!.Depth + 1;

    public int Next() => ++_last;

    /// <summary>Resets the numbers, so that the next number is 1.</summary>
    public void Restart() => _last = 0;

    public string IdOf(int number)
    {
        string own = number.ToString(CultureInfo.InvariantCulture);
        return owner is null ? own : $"{owner.Id}.{own}";
    }
}
