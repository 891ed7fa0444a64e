namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>Names the class that describes how designers draw an activity. It has no effect here.</summary>
/// <param name="designerThemeType">The class.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActivityDesignerThemeAttribute(Type designerThemeType) : Attribute
{
    /// <summary>The class.</summary>
    public Type DesignerThemeType { get; } = designerThemeType;

    /// <summary>Text in the class's own format.</summary>
    public string Xml { get; set; } = string.Empty;
}
