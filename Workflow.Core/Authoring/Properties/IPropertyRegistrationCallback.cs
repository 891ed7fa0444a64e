namespace Workflow;

/// <summary>An execution property that is notified when its scope begins and ends (rule 9.5).</summary>
public interface IPropertyRegistrationCallback
{
    /// <summary>Called by <see cref="ExecutionProperties.Add(string, object)"/>. If the method throws, the property is not added.</summary>
    /// <param name="context">Finds visible properties; usable during the call.</param>
    void Register(RegistrationContext context);

    /// <summary>Called when the property is removed, and when the activity that added the property ends in any state.</summary>
    /// <param name="context">Finds visible properties; usable during the call.</param>
    void Unregister(RegistrationContext context);
}
