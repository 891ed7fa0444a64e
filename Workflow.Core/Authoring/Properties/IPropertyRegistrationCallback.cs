namespace Workflow;

/// <summary>An execution property that wants to know when its scope begins and ends (rule 9.5).</summary>
public interface IPropertyRegistrationCallback
{
    /// <summary>Called inside <see cref="ExecutionProperties.Add(string, object)"/>; when it throws, nothing is added.</summary>
    /// <param name="context">Finds the properties around the new one; usable during the call.</param>
    void Register(RegistrationContext context);

    /// <summary>Called when the property is removed, and when the activity that added it ends, in whatever state.</summary>
    /// <param name="context">Finds the properties around this one; usable during the call.</param>
    void Unregister(RegistrationContext context);
}
