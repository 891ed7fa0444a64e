namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>Names the class that defines the appearance of an activity in designers. This package ignores the attribute.</summary>
/// <param name="designerThemeType">The class.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActivityDesignerThemeAttribute(Type designerThemeType) : Attribute
{
    /// <summary>The class.</summary>
    public Type DesignerThemeType { get; } = designerThemeType;

    /// <summary>A text in a format that the class defines. Default: empty.</summary>
    public string Xml { get; set; } = string.Empty;
}
