using System.Globalization;

namespace Workflow;

/// <summary>The numbers of one implementation's activities; the outermost space has no owner (rule 12.1).</summary>
internal sealed class IdSpace(Activity? owner)
{
    private int _last;

    public Activity? Owner => owner;

    public int Next() => ++_last;

    public string IdOf(int number)
    {
        string own = number.ToString(CultureInfo.InvariantCulture);
        return owner is null ? own : $"{owner.Id}.{own}";
    }
}
