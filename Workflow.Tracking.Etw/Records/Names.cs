using System.Runtime.InteropServices;

namespace Workflow.Tracking.Etw.Records;

/// <summary>The four texts that identify the run of an activity; all are empty if there is no activity.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Names(string Name, string Id, string InstanceId, string TypeName)
{
    public static Names Of(ActivityInfo? activity, ref PayloadLimit limit)
    {
        Names names = activity is null
            ? new Names(string.Empty, string.Empty, string.Empty, string.Empty)
            : new Names(activity.Name, activity.Id, activity.InstanceId, activity.TypeName);
        limit.Take(names.Name, names.Id, names.InstanceId, names.TypeName);
        return names;
    }
}
